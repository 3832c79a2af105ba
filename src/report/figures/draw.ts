import { effectPlane, type PlaneData } from "./effectPlane.js"
import { type ForestData, forestPlot } from "./forestPlot.js"
import { type HeatData, heatMap } from "./heatMap.js"
import { type HistogramsData, histograms } from "./histograms.js"
import { type LinesData, lineChart } from "./lineChart.js"
import { type ScatterData, scatter } from "./scatter.js"
import { type BarsData, stackedBars } from "./stackedBars.js"
import { type TimelineData, timeline } from "./timeline.js"
import { type ValueBarsData, valueBars } from "./valueBars.js"

/** A drawing that is not drawn yet: data, and what kind of picture they make. */
export type Drawing =
  | ({ readonly kind: "forest" } & ForestData)
  | ({ readonly kind: "heat" } & HeatData)
  | ({ readonly kind: "plane" } & PlaneData)
  | ({ readonly kind: "bars" } & BarsData)
  | ({ readonly kind: "histograms" } & HistogramsData)
  | ({ readonly kind: "timeline" } & TimelineData)
  | ({ readonly kind: "values" } & ValueBarsData)
  | ({ readonly kind: "scatter" } & ScatterData)
  | ({ readonly kind: "lines" } & LinesData)

/** An `<svg>` element with a line end. Throws RangeError, a defect, for a figure that is not finite. */
export const draw = (drawing: Drawing): string => {
  switch (drawing.kind) {
    case "forest":
      return forestPlot(drawing)
    case "heat":
      return heatMap(drawing)
    case "plane":
      return effectPlane(drawing)
    case "bars":
      return stackedBars(drawing)
    case "histograms":
      return histograms(drawing)
    case "timeline":
      return timeline(drawing)
    case "values":
      return valueBars(drawing)
    case "scatter":
      return scatter(drawing)
    case "lines":
      return lineChart(drawing)
  }
}
