import type { Category } from "../../../../src/experiments/workbench/tasks/vocabulary.js"
import {
  copied,
  emptied,
  emptyForms,
  reformatted,
  toothlessTests,
  unchanged,
  withoutTests
} from "./agents.js"
import { alwaysLabel, keyword, matching, nothingThere, tableReader } from "./fillers.js"
import { type Filler, fill } from "./forms.js"
import { clausesIn, datesIn, linesOf, numbersIn } from "./reading.js"
import { naiveSums } from "./tables.js"
import { type Baseline, said, type View } from "./View.js"

const labels = [0, 1, 2, 3, 4].map(alwaysLabel)

/** Only the document that comes first, and none that changes it. */
const original = (view: View): View => ({ ...view, documents: view.documents.slice(0, 1) })

const promise = /します|ください|お願い|までに|もらえる|やります|送り|作り/
const open = /保留|次回|また話|持ち越|継続|先送り|決めなくて/

/** Every sentence that sounds like a promise, with who said it and the date in it. */
const promises: Filler = {
  ...keyword,
  elements: (words, view) => {
    const wanted = words.some((word) => /未決|継続/.test(word)) ? open : promise
    return view.documents.slice(0, 3).flatMap(({ text }) => linesOf(text).filter((line) => wanted.test(line)))
  },
  value: (slot, view) => {
    const line = slot.words.find((word) => promise.test(word) || open.test(word)) ?? ""
    const name = slot.words.at(-1) ?? ""
    if (slot.kind === "number") return numbersIn(line)[0] ?? 0
    if (/担当/.test(name)) return /(?:\]\s*|^)([^\s：\]]{1,6})：/.exec(line)?.[1] ?? "不明"
    if (/期限/.test(name)) return datesIn(line)[0] ?? "不明"
    if (slot.kind === "text" && line !== "") return line
    return keyword.value(slot, view)
  }
}

/** Greets, thanks, copies every line with a figure in it, and asks for understanding. */
const politeCopier: Filler = {
  ...keyword,
  letter: (view) =>
    [
      "いつもお世話になっております。",
      ...view.documents
        .flatMap(({ text }) => linesOf(text))
        .filter((line) => /[0-9０-９]/.test(line) && line.length < 80)
        .map((line) => line.replace(/^[-#>\s]+/, "")),
      "何卒よろしくお願い申し上げます。"
    ].join("\n")
}

const lastWins = matching((lines) => lines.toReversed())

const programs: Readonly<
  Record<Category, { readonly does: string; readonly attempts: Baseline["attempts"] }>
> = {
  "shisya-rules": {
    does: "always the same verdict (each in turn), with the article that shares the most words; the tables as they stand",
    attempts: (view) => [...labels, tableReader].map((filler) => said(fill(view, filler)))
  },
  keiyaku: {
    does: "the first document alone, without what changes it; always the same verdict (each in turn); the tables as they stand, such as the invoice itself",
    attempts: (view) =>
      [
        ...labels,
        tableReader,
        matching((lines) => lines.toSorted((a, b) => clausesIn(b).length - clausesIn(a).length))
      ].flatMap((filler) => [said(fill(original(view), filler)), said(fill(view, filler))])
  },
  gijiroku: {
    does: "every sentence that sounds like a promise, by its speaker and the date in it",
    attempts: (view) => [promises, nothingThere].map((filler) => said(fill(view, filler)))
  },
  mail: {
    does: "addressees, greeting, every line with a figure, greeting, signature",
    attempts: (view) => [politeCopier, lastWins].map((filler) => said(fill(view, filler)))
  },
  "hyou-csv": {
    does: "tables copied, counted and summed as they stand, without the rules",
    attempts: (view) =>
      view.task.mode === "agent"
        ? [copied(view), emptyForms(view)]
        : [
            said(view.expect.format === "csv" ? naiveSums(view, view.expect.header) : fill(view, lastWins)),
            said(fill(view, nothingThere))
          ]
  },
  "code-hozen": {
    does: "changes nothing; reformats; deletes the tests; makes them say yes; empties the files (each in turn)",
    attempts: (view) => [
      unchanged(),
      ...[reformatted, withoutTests, toothlessTests, emptied].map((does) => does(view))
    ]
  },
  longctx: {
    does: "the last line of the documents that has a word of the question: later ones win",
    attempts: (view) => [lastWins, nothingThere].map((filler) => said(fill(view, filler)))
  }
}

/** The one that knows how tasks of its category are usually answered badly. */
export const ofTheCategory: Baseline = {
  name: "the category's own",
  does: "see below",
  attempts: (view) => programs[view.category].attempts(view)
}

export const categoryProgram = (category: Category): string => programs[category].does
