import type { PlainJson } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import type { Filler } from "./forms.js"
import { clausesIn, datesIn, linesOf, nouns, numbersIn, ranked } from "./reading.js"
import type { Slot } from "./Slot.js"
import type { View } from "./View.js"

const cannotTell = "資料からは判断できません"

/** Says nothing at all, in the wanted form. */
export const refuser: Filler = {
  value: ({ kind, options, textAllowed }) => {
    if (kind === "label") return options.includes("不明") ? "不明" : (options.at(-1) ?? "不明")
    if (kind === "boolean") return false
    return kind === "number" && !textAllowed ? 0 : "不明"
  },
  elements: () => [],
  letter: () => `${cannotTell}。`
}

/** The same, with 0 or なし instead of 不明: the refusal of forms that have a word for nothing. */
export const nothingThere: Filler = {
  ...refuser,
  listsNothing: true,
  value: ({ kind, options }) =>
    kind === "label"
      ? (options.at(-1) ?? "なし")
      : kind === "boolean"
        ? false
        : kind === "number"
          ? 0
          : "なし"
}

const valueIn = (line: string, { kind, options }: Slot): PlainJson | undefined => {
  switch (kind) {
    case "label":
      return options.find((option) => line.includes(option))
    case "boolean":
      return !/ない|なし|ません/.test(line)
    case "date":
      return datesIn(line)[0]
    case "clause":
      return clausesIn(line)[0]
    case "number":
      return numbersIn(line).find((number) => number > 31) ?? numbersIn(line)[0]
    case "text":
      return line.replace(/^[^：:]{1,12}[：:]\s*/, "")
  }
}

const defaultFor = ({ kind, options }: Slot): PlainJson =>
  kind === "label" ? (options[0] ?? "") : kind === "number" ? 0 : "不明"

const allLines = ({ documents }: View): ReadonlyArray<string> =>
  documents.flatMap(({ text }) => linesOf(text))

const firstValue = (lines: ReadonlyArray<string>, slot: Slot): PlainJson => {
  for (const line of lines) {
    const value = valueIn(line, slot)
    if (value !== undefined) return value
  }
  return defaultFor(slot)
}

const fewest = 8

/** Takes the lines with the most words in common with the prompt and the place. */
export const keyword: Filler = {
  value: (slot, view) =>
    firstValue(ranked(allLines(view), slot.words.flatMap(nouns), nouns(view.task.prompt)), slot),
  elements: (words, view) =>
    ranked(allLines(view), words.flatMap(nouns), nouns(view.task.prompt)).slice(0, fewest),
  letter: (view) => ranked(allLines(view), nouns(view.task.prompt), []).slice(0, 30).join("\n")
}

/** Takes the first line that has any word of the place, in the documents as `order` puts them. */
export const matching = (order: (lines: ReadonlyArray<string>) => ReadonlyArray<string>): Filler => {
  const lines = (view: View, words: ReadonlyArray<string>) => {
    const wanted = words.flatMap(nouns)
    const all = order(allLines(view))
    return [...all.filter((line) => wanted.some((word) => line.includes(word))), ...all]
  }
  return {
    value: (slot, view) => firstValue(lines(view, slot.words.slice(-2)), slot),
    elements: (words, view) => lines(view, words).slice(0, fewest),
    letter: (view) => order(allLines(view)).join("\n")
  }
}

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** Every value of the kind that the documents hold. */
const candidates = (slot: Slot, view: View): ReadonlyArray<PlainJson> => {
  const lines = allLines(view)
  switch (slot.kind) {
    case "label":
      return slot.options
    case "boolean":
      return [true, false]
    case "date":
      return unique([...lines.flatMap(datesIn), "不明", "なし"])
    case "clause":
      return unique(lines.flatMap(clausesIn))
    case "number":
      return unique<PlainJson>([...lines.flatMap(numbersIn), "不明"])
    case "text":
      return unique([
        ...(/金額|単価/.test(slot.words.at(-1) ?? "") ? lines.flatMap(numbersIn) : lines),
        "不明"
      ])
  }
}

/** Says everything that could be right, each in one place. */
export const everyValueInOnePlace: Filler = {
  value: (slot, view) => {
    const all = candidates(slot, view)
    // A list of labels or of numbers is not of the wanted type; where only one can stand, the first does.
    if (slot.kind === "boolean" || (slot.kind === "number" && !slot.textAllowed)) return all[0] ?? 0
    return all.join("、").slice(0, slot.words.length > 2 ? 500 : 20_000)
  },
  elements: (_, view) => allLines(view).slice(0, 80),
  letter: (view) => allLines(view).join("\n")
}

/** Says everything that could be right, in rows and elements of their own. */
export const everyValueInRows: Filler = {
  ...everyValueInOnePlace,
  value: (slot, view) => candidates(slot, view)[0] ?? "不明",
  rows: (slots, view) => {
    const all = slots.map((slot) => candidates(slot, view))
    const longest = Math.max(...all.map(({ length }) => length))
    const [labels = []] = all.filter((_, column) => slots[column]?.kind === "label")
    const rows = Array.from({ length: Math.min(longest, 300) }, (_, index) =>
      all.map((values) => values[index % values.length] ?? "")
    )
    return labels.length === 0
      ? rows
      : labels.flatMap((label) =>
          rows.map((row) => row.map((value, column) => (slots[column]?.kind === "label" ? label : value)))
        )
  }
}

/** Always the label of this place; everything else as the keywords say. */
export const alwaysLabel = (place: number): Filler => ({
  ...keyword,
  value: (slot, view) =>
    slot.kind === "label" ? (slot.options[place % slot.options.length] ?? "") : keyword.value(slot, view)
})

/** Believes every table of the documents: the cell of the same row under the most similar head, and the first label. */
export const tableReader: Filler = {
  ...keyword,
  value: (slot, view) => {
    if (slot.kind === "label") return slot.options[0] ?? ""
    const name = slot.words.at(-1) ?? ""
    for (const [head, ...rows] of tablesOf(view)) {
      const row = rows.find(([first = ""]) => slot.words.includes(first))
      const likeness = (column: string): number =>
        [...column].filter((character) => name.includes(character)).length
      const [best = ""] = (head ?? []).slice(1).toSorted((a, b) => likeness(b) - likeness(a))
      const cell = likeness(best) > 1 ? row?.[head?.indexOf(best) ?? -1] : undefined
      if (cell !== undefined) return signed(cell) ?? valueIn(cell, slot) ?? cell
    }
    return keyword.value(slot, view)
  }
}

/** −1,250円 with its sign. */
const signed = (cell: string): number | undefined => {
  const [, minus = "", digits] = /^([−-]?)([\d,]+)円$/.exec(cell) ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(",", "")) * (minus === "" ? 1 : -1)
}

/** The tables of Markdown: rows of cells, the head first. */
const tablesOf = ({ documents }: View): ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>> =>
  documents.flatMap(({ text }) =>
    [...text.matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([table]) =>
      linesOf(table)
        .filter((line) => !/^[|:\s-]+$/.test(line))
        .map((line) =>
          line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim())
        )
    )
  )
