import { copied, echoed, emptyForms, piledUp } from "./agents.js"
import { ofTheCategory } from "./categories.js"
import {
  everyValueInOnePlace,
  everyValueInRows,
  keyword,
  matching,
  nothingThere,
  refuser
} from "./fillers.js"
import { type Filler, fill } from "./forms.js"
import { type Attempt, type Baseline, said, type View } from "./View.js"

const filling =
  (fillers: ReadonlyArray<Filler>, agent: (view: View) => Attempt) =>
  (view: View): ReadonlyArray<Attempt> =>
    view.task.mode === "agent" ? [agent(view)] : fillers.map((filler) => said(fill(view, filler)))

export const baselines: ReadonlyArray<Baseline> = [
  {
    name: "refuser",
    does: "「資料からは判断できません」: 不明, なし, 0 and empty lists everywhere in the wanted form",
    attempts: filling([refuser, nothingThere], emptyForms)
  },
  {
    name: "echo",
    does: "the documents, as they are",
    attempts: (view) =>
      view.task.mode === "agent"
        ? [echoed(view)]
        : [
            said(
              view.documents
                .map(({ text }) => text)
                .join("\n")
                .slice(0, 190_000)
            )
          ]
  },
  {
    name: "keyword search",
    does: "the lines that share the most words with the question, copied into the wanted form",
    attempts: filling([keyword], copied)
  },
  {
    name: "first match",
    does: "the first line that has a word of the question, and the first value in it",
    attempts: filling([matching((lines) => lines)], copied)
  },
  {
    name: "everything",
    does: "every value that could be right: all in one place, or each in a row of its own",
    attempts: filling([everyValueInOnePlace, everyValueInRows], piledUp)
  },
  ofTheCategory
]
