import { element } from "../../../../report/page/Html.js"
import { page } from "../../../../report/page/page.js"
import { banners } from "../banners.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"

/** `report.html`: the run in one file, its figures and every answer. */
export const workbenchPage = (run: WorkbenchRun): string =>
  page({
    title: "J-WorkBench",
    lang: "ja",
    data: null,
    body: [
      element("h1", {}, "J-WorkBench"),
      ...banners(run).map((banner) => element("p", { class: "banner" }, banner))
    ]
  })
