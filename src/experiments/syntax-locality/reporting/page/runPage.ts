import * as Effect from "effect/Effect"
import type { ReadError, ReportInput } from "../../../../pipeline/Experiment.js"
import { percent } from "../../../../report/Figures.js"
import type { Figure } from "../../../../report/figures/Figure.js"
import { figureGrid } from "../../../../report/page/figureFiles.js"
import { type Content, dataTable, element, type Html } from "../../../../report/page/Html.js"
import { page } from "../../../../report/page/page.js"
import { contrastCells, contrastTitles, taskAndView } from "../../../comparison/contrastTable.js"
import { estimateText } from "../../../comparison/estimateText.js"
import { alarms } from "../alarms.js"
import { primaryOf, type Results, type Suite } from "../Results.js"
import { readPrimary } from "../reading.js"
import { banners } from "../sections/status.js"
import { styleName } from "../sections/styleName.js"
import { readQuestions } from "./questions.js"
import { type TrialData, trialData } from "./trialData.js"

/** `report.html`: the whole run in one file that needs no other and no network. */
export const runPage = (
  results: Results,
  input: ReportInput,
  figures: ReadonlyArray<Figure>
): Effect.Effect<string, ReadError> =>
  Effect.gen(function* () {
    const trials = trialData(results.trials, input, yield* readQuestions(results.trials, input))
    return page({
      title: `Syntax locality: ${results.run.preset}, ${results.run.model}`,
      data: trials.data,
      body: [
        element("h1", {}, "Syntax locality"),
        ...banners(results).map((banner) => element("p", { class: "banner" }, banner)),
        ...summary(results, input),
        ...figureSection(figures),
        element("h2", {}, "Contrasts"),
        contrasts(results),
        element("h2", {}, "Notations"),
        ...results.suites.map(accuracyTable),
        ...browserSection(trials)
      ]
    })
  })

const figureSection = (figures: ReadonlyArray<Figure>): ReadonlyArray<Html> =>
  figures.length === 0 ? [] : [element("h2", {}, "Figures"), figureGrid(figures)]

const paragraph = (content: Content): Html => element("p", {}, content)

const summary = (results: Results, input: ReportInput): ReadonlyArray<Html> => {
  const { run, suites } = results
  const facts = [
    ["model", run.model],
    ["preset", run.preset],
    ["trials", `${run.planned} planned, ${run.notDispatched} not dispatched`],
    ["protocol", input.protocolHash],
    ["dataset", input.datasetHash]
  ]
  return [
    ...suites.flatMap((suite) => {
      const primary = primaryOf(suite.overall)
      return primary === undefined
        ? []
        : [paragraph([`${suite.task} / ${suite.view}: `, element("strong", {}, estimateText(primary)), "."])]
    }),
    ...readPrimary(results).map(paragraph),
    ...alarms(results).map((alarm) => element("p", { class: "banner" }, `Alarm. ${alarm}.`)),
    element("p", { class: "quiet" }, facts.map(([name, value]) => `${name} ${value}`).join(" · ")),
    paragraph([
      "The record is ",
      element("a", { href: "report.md" }, "report.md"),
      "; its tables are ",
      element("a", { href: "summary.csv" }, "summary.csv"),
      ", ",
      element("a", { href: "paired-comparisons.csv" }, "paired-comparisons.csv"),
      " and ",
      element("a", { href: "trials.csv" }, "trials.csv"),
      "."
    ])
  ]
}

const contrasts = ({ suites }: Results): Html =>
  dataTable(
    "Every contrast over all trials of a task and view",
    ["task / view", ...contrastTitles],
    suites.flatMap(({ overall }) =>
      overall.comparisons.map((comparison) => [taskAndView(comparison), ...contrastCells(comparison)])
    )
  )

const accuracyTable = ({ overall, task, view }: Suite): Html =>
  dataTable(
    `Accuracy, ${task} / ${view}`,
    [
      "notation",
      "accuracy",
      "correct / evaluable",
      "truncated",
      "refused",
      "retried",
      "unresolved",
      "operational"
    ],
    overall.conditions.map(({ condition, style }) => [
      styleName(style),
      percent(condition.accuracy),
      `${condition.counts.correct} / ${condition.counts.evaluable}`,
      percent(condition.truncationRate),
      percent(condition.refusalRate),
      percent(condition.retryRate),
      percent(condition.ambiguousRate),
      percent(condition.operational.rate)
    ])
  )

/** Filled by the page's script; without it, a word on where the trials are. */
const browserSection = ({ columns }: TrialData): ReadonlyArray<Html> => [
  element("h2", {}, "Trials"),
  element(
    "noscript",
    {},
    paragraph([
      "The list of trials needs scripts. They are in ",
      element("a", { href: "trials.csv" }, "trials.csv"),
      ", too."
    ])
  ),
  element("p", { class: "paper" }, "The list of trials is no part of the print; trials.csv has all of them."),
  element("div", { id: "browser", hidden: true }, [
    element("fieldset", { id: "filters" }, element("legend", {}, "Show trials with")),
    element("p", { id: "count", role: "status", "aria-live": "polite" }),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Trials" }, [
      element("table", { id: "trials" }, [
        element("caption", {}, "Open a family to see its styles side by side"),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            columns.map(({ isText, title }) =>
              element("th", { scope: "col", class: isText && "text" }, title)
            )
          )
        ),
        element("tbody", {})
      ])
    ]),
    element("div", { class: "pager" }, [
      element("button", { type: "button", id: "back" }, "earlier"),
      element("button", { type: "button", id: "on" }, "later")
    ]),
    element("dialog", { id: "family", "aria-label": "Family" })
  ])
]
