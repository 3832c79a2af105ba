import { element, type Html } from "../../../../report/page/Html.js"
import type { Planned } from "../../planning/Protocol.js"
import { categories, categoryLabels } from "../../tasks/vocabulary.js"
import type { TrialRun } from "../WorkbenchRun.js"
import { kindNames } from "../words.js"
import { results } from "./runCard.js"

/** A section a task, with its subjects side by side. `cards` are those of its trials, in the same order. */
export const taskSection = ({ spec }: Planned["tasks"][number], cards: ReadonlyArray<Html>): Html =>
  element("section", { class: "task", id: anchorOf(spec.id), "aria-label": spec.title }, [
    element("h3", {}, `${spec.title}（${spec.id}）`),
    element(
      "p",
      { class: "quiet" },
      `${categoryLabels[spec.category]}、${spec.mode === "agent" ? "agent" : "質問"}、合格は${spec.grade.passThreshold}以上、版${spec.version}`
    ),
    element("details", {}, [element("summary", {}, "課題文"), element("pre", { tabindex: 0 }, spec.prompt)]),
    cards.length === 0
      ? element("p", {}, "この課題を走らせた被験者はいない。")
      : element("div", { class: "arms" }, cards)
  ])

const anchorOf = (task: string): string => `task-${task.replace("/", "-")}`

export const taskLinks = ({ tasks }: Planned): Html =>
  element(
    "nav",
    { "aria-label": "課題" },
    element(
      "ul",
      { class: "tasks" },
      tasks.map(({ spec }) => element("li", {}, element("a", { href: `#${anchorOf(spec.id)}` }, spec.title)))
    )
  )

/** Shown by the page's script, without which all runs are there. */
export const filters = ({ subjects }: Planned, trials: ReadonlyArray<TrialRun>): Html => {
  const select = (
    key: string,
    title: string,
    options: ReadonlyArray<readonly [value: string, label: string]>
  ) =>
    element("label", {}, [
      title,
      element("select", { "data-filter": key }, [
        element("option", { value: "" }, "すべて"),
        ...options.map(([value, label]) => element("option", { value }, label))
      ])
    ])
  return element("div", { id: "run-filters", hidden: true }, [
    element("fieldset", {}, [
      element("legend", {}, "表示する走"),
      select(
        "category",
        "カテゴリ",
        categories.map((one) => [one, categoryLabels[one]] as const)
      ),
      select(
        "subject",
        "被験者",
        subjects.map(({ id, kind }) => [id, `${id}（${kindNames[kind]}）`] as const)
      ),
      select("result", "結果", Object.entries(results)),
      select("audit", "人間監査", [
        ["yes", "要監査"],
        ["no", "不要"]
      ]),
      element("button", { type: "button", id: "reset" }, "すべて表示")
    ]),
    element("p", { id: "run-count", role: "status", "aria-live": "polite" }, `${trials.length}走を表示`)
  ])
}
