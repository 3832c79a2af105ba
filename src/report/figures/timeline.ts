import { axisX, axisY, dot, rect, ruleX, text } from "@observablehq/plot"
import { fixed } from "../Figures.js"
import type { Caption } from "./Figure.js"
import { figureWidth, frame, legend } from "./frame.js"
import { hue } from "./look.js"
import { plotPart } from "./plotPart.js"
import { areaSign, shapeSign } from "./signs.js"

/** Trials from `first` to `last` (places in the schedule, from 1) in a stretch of time, in seconds along the axis. */
export interface Stretch {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
}

/** Something that happened to `count` attempts there. */
export interface Incident extends Stretch {
  readonly kind: "retry" | "ambiguous" | "failed"
  readonly count: number
}

export interface TimelineData {
  readonly caption: Caption
  readonly planned: number
  /** Seconds along the axis, without the breaks. */
  readonly duration: number
  readonly stretches: ReadonlyArray<Stretch>
  readonly incidents: ReadonlyArray<Incident>
  /** Times without any attempt that the axis leaves out. */
  readonly breaks: ReadonlyArray<{ readonly at: number; readonly seconds: number }>
}

const height = 380

const looks = {
  retry: { shape: "triangle", symbol: "triangle", colour: hue.orange, label: "retry" },
  failed: { shape: "square", symbol: "square", colour: hue.purple, label: "failed attempt" },
  ambiguous: { shape: "cross", symbol: "times", colour: hue.vermillion, label: "outcome unknown" }
} as const

const kinds = ["failed", "retry", "ambiguous"] as const

/** When the attempts of each trial were under way: time to the right, trials in their order downwards. */
export const timeline = ({
  breaks,
  caption,
  duration,
  incidents,
  planned,
  stretches
}: TimelineData): string => {
  const unit = unitOf(duration)
  const along = (seconds: number): number => seconds / unit.seconds
  const length = along(Math.max(duration, 0.001))
  // A short attempt of a long run is still to be seen.
  const least = length / 400
  const breakAt = ({ at }: { readonly at: number }): number => along(at)
  return frame(caption, [
    legend([
      { sign: areaSign(caption.name, hue.blue, "plain", 0.8), label: "attempt under way" },
      ...kinds
        .filter((kind) => incidents.some((incident) => incident.kind === kind))
        .map((kind) => ({
          sign: shapeSign(looks[kind].shape, looks[kind].colour, { hollow: kind === "failed" }),
          label: looks[kind].label
        })),
      ...(breaks.length > 0
        ? [
            {
              sign: '<path d="M8,0V12" stroke="currentColor" stroke-dasharray="2 2"/>',
              label: "break, left out"
            }
          ]
        : [])
    ]),
    plotPart({
      width: figureWidth,
      height,
      marginLeft: 56,
      marginRight: 16,
      marginTop: 28,
      marginBottom: 38,
      x: { type: "linear", domain: [0, length] },
      y: { type: "linear", domain: [planned + 0.5, 0.5] },
      marks: [
        axisX({
          anchor: "bottom",
          ticks: 6,
          tickFormat: (time: number) => fixed(time, length < 6 ? 1 : 0),
          label: null,
          color: "currentColor"
        }),
        axisY({
          anchor: "left",
          ticks: 6,
          tickFormat: (place: number) => fixed(place, 0),
          label: null,
          color: "currentColor"
        }),
        ruleX(breaks, { x: breakAt, strokeOpacity: 0.7, strokeDasharray: "2 2" }),
        text(breaks.slice(0, 8), {
          x: breakAt,
          frameAnchor: "top",
          dy: -8,
          text: ({ seconds }: { seconds: number }) => spanText(seconds)
        }),
        rect(stretches, {
          x1: ({ start }: Stretch) => along(start),
          x2: ({ end, start }: Stretch) => Math.max(along(end), along(start) + least),
          y1: ({ first }: Stretch) => first - 0.5,
          y2: ({ last }: Stretch) => last + 0.5,
          fill: hue.blue,
          fillOpacity: 0.8
        }),
        ...kinds.map((kind) =>
          dot(
            incidents.filter((incident) => incident.kind === kind),
            {
              x: ({ start }: Incident) => along(start),
              y: ({ first, last }: Incident) => (first + last) / 2,
              symbol: looks[kind].symbol,
              r: 3.2,
              stroke: looks[kind].colour,
              strokeWidth: 1.5,
              fill: kind === "retry" ? looks[kind].colour : "none"
            }
          )
        ),
        text([`${unit.name} since the first attempt →`], {
          frameAnchor: "bottom-right",
          textAnchor: "end",
          dy: 32
        }),
        text(["trial, in schedule order ↓"], {
          frameAnchor: "top-left",
          textAnchor: "start",
          dx: -48,
          dy: -20
        }),
        ...(stretches.length === 0
          ? [text(["NA: no attempt has a record"], { frameAnchor: "middle", fontSize: 12 })]
          : [])
      ]
    })
  ])
}

const unitOf = (duration: number): { readonly name: string; readonly seconds: number } => {
  if (duration < 2) return { name: "milliseconds", seconds: 0.001 }
  if (duration < 180) return { name: "seconds", seconds: 1 }
  return duration < 3 * 3600 ? { name: "minutes", seconds: 60 } : { name: "hours", seconds: 3600 }
}

const spanText = (seconds: number): string => {
  if (seconds < 5400) return `${fixed(seconds / 60, 0)} min`
  return seconds < 172_800 ? `${fixed(seconds / 3600, 1)} h` : `${fixed(seconds / 86_400, 1)} d`
}
