import type { AnswerSchema } from "../../../../src/experiments/workbench/tasks/AnswerSchema.js"
import type { PlainJson } from "../../../../src/experiments/workbench/tasks/strictJson.js"
import { linesOf } from "./reading.js"
import { type Slot, slotFor } from "./Slot.js"
import type { View } from "./View.js"

/** How a baseline fills a form: every baseline keeps the wanted form, so that it is a real try. */
export interface Filler {
  readonly value: (slot: Slot, view: View) => PlainJson
  /** What the elements of a list that has no rows of its own are about. */
  readonly elements: (words: ReadonlyArray<string>, view: View) => ReadonlyArray<string>
  /** Lists stay empty even where the task gives the names of their rows. */
  readonly listsNothing?: boolean
  /** The values that a row of a table says, more than one for several rows. */
  readonly rows?: (slots: ReadonlyArray<Slot>, view: View) => ReadonlyArray<ReadonlyArray<PlainJson>>
  /** The middle of a letter. */
  readonly letter: (view: View) => string
}

export const fill = (view: View, filler: Filler): string => {
  const { expect } = view
  switch (expect.format) {
    case "json":
      return JSON.stringify(jsonFor(expect.schema, [], view, filler))
    case "csv":
      return [expect.header.join(","), ...tableRows(expect.header, view, filler)].join("\n")
    case "lines":
      return statements(view)
        .flatMap(([number, words]) =>
          rowsFor([slotFor([words], {}, optionsOf(view)), slotFor([words, "決め手"], {})], view, filler).map(
            ([label, clause]) => `${expect.prefix}${number}：${cell(label)}（${cell(clause)}）`
          )
        )
        .join("\n")
    case "text": {
      const labels = linesOf(view.task.prompt).filter((line) => line.endsWith("："))
      return labels.length > 3
        ? labels
            .map((label) => `${label}${cell(filler.value(slotFor([label.slice(0, -1)], {}), view))}`)
            .join("\n")
        : letter(view, filler, expect.maxChars)
    }
    case "files":
      return filler.letter(view)
  }
}

const cell = (value: PlainJson | undefined): string => String(value ?? "").replaceAll(/[,\n（）]/g, "")

const jsonFor = (
  schema: AnswerSchema,
  words: ReadonlyArray<string>,
  view: View,
  filler: Filler
): PlainJson => {
  const keys = Object.keys(schema.properties ?? {})
  if (schema.type === "object") {
    const all = keys.length > 0 ? keys : (schema.required ?? [])
    return Object.fromEntries(
      all.map((key) => [key, jsonFor(schema.properties?.[key] ?? {}, [...words, key], view, filler)])
    )
  }
  if (schema.type !== "array") return filler.value(slotFor(words, schema), view)
  const items = schema.items ?? {}
  const [first = ""] = Object.keys(items.properties ?? {})
  const given = filler.listsNothing === true ? [] : rowNames(first, items.properties?.[first] ?? {}, view)
  return (given.length > 0 ? given : filler.elements(words, view)).map((row) => {
    const element = jsonFor(items, [...words, row], view, filler)
    return given.length > 0 && typeof element === "object" && element !== null && !Array.isArray(element)
      ? { ...element, [first]: items.properties?.[first]?.type === "integer" ? Number(row) : row }
      : element
  })
}

/** The names of the elements, where the task gives them: by an example such as "M1" in the prompt, by "1から7まで", or as the names of people in headings. */
const rowNames = (key: string, schema: AnswerSchema, { documents, task }: View): ReadonlyArray<string> => {
  const [, example] = new RegExp(`"${key}": ?"([^"]*\\d)"`).exec(task.prompt) ?? []
  const text = documents
    .map((document) => document.text)
    .join("\n")
    .normalize("NFKC")
  if (example !== undefined) {
    const pattern = new RegExp(`${example.replaceAll(/\d+/g, "\\d+")}(?!\\d)`, "g")
    return [...new Set(text.match(pattern) ?? [])]
  }
  if (key === "氏名") return [...text.matchAll(/^## \d+\. (\S+?)\(/gm)].map(([, name = ""]) => name)
  const [, from, to] = new RegExp(`「${key}」は(\\d+)から(\\d+)まで`).exec(task.prompt) ?? []
  return schema.type === "integer" && from !== undefined ? numbers(Number(from), Number(to)).map(String) : []
}

const numbers = (from: number, to: number): ReadonlyArray<number> =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const rowsFor = (slots: ReadonlyArray<Slot>, view: View, filler: Filler) =>
  filler.rows?.(slots, view) ?? [slots.map((slot) => filler.value(slot, view))]

const tableRows = (header: ReadonlyArray<string>, view: View, filler: Filler): ReadonlyArray<string> => {
  const names = tableNames(view)
  const given = names[0]?.length ?? 1
  return names.flatMap((name) => {
    const slots = header
      .slice(given)
      .map((column) => slotFor([...name, column], {}, column === "判定" ? optionsOf(view) : []))
    return rowsFor(slots, view, filler).map((values) => [...name, ...values.map(cell)].join(","))
  })
}

/** What the prompt says of the rows: A01 から A10 まで, 12行 with a last row, or departments by months. */
const tableNames = ({ task }: View): ReadonlyArray<ReadonlyArray<string>> => {
  const [, letter, from, to] = /([A-Z])(\d+) から [A-Z](\d+) まで/.exec(task.prompt) ?? []
  if (letter !== undefined)
    return numbers(Number(from), Number(to)).map((number) => [`${letter}${String(number).padStart(2, "0")}`])
  const [, departments] = /部署は (\S+) の順/.exec(task.prompt) ?? []
  if (departments !== undefined)
    return departments
      .split("、")
      .flatMap((name) => ["2026-04", "2026-05", "2026-06"].map((month) => [name, month]))
  return [...numbers(1, 12).map(String), "税込合計"].map((name) => [name])
}

/** The labels of a verdict: 「可」「不可」「不明」 in the line on 判定, or the heads of a list. */
export const optionsOf = ({ task }: View): ReadonlyArray<string> => {
  const line = linesOf(task.prompt).find((one) => one.includes("判定") && one.includes("「"))
  const quoted =
    line === undefined ? [] : [...line.matchAll(/「([^」]{1,4})」/g)].map(([, word = ""]) => word)
  const heads = [...task.prompt.matchAll(/^- ([^：\n]{1,2})：/gm)].map(([, word = ""]) => word)
  return quoted.length > 1 ? quoted : heads
}

const statements = ({ task }: View): ReadonlyArray<readonly [string, string]> =>
  [...task.prompt.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number = "", words = ""]) => [number, words] as const)

/** A letter with the addressees and the signature that the prompt quotes. */
const letter = (view: View, filler: Filler, most: number): string => {
  const quoted = [...view.task.prompt.matchAll(/「([^」\n]+)」/g)].map(([, words = ""]) => words)
  const heads = quoted.filter((words) => /様$|株式会社(?:(?!\s).)*$|グループ$/.test(words))
  const people = [...view.task.prompt.matchAll(/([^\s「」、。・]{2,4}様)(?=[・の])/g)].map(
    ([, name = ""]) => name
  )
  const signature = quoted.find((words) => /\s\S{2,3}$/.test(words) && !words.endsWith("様")) ?? ""
  const around = [...(heads.length > 0 ? heads : people), signature].join("\n").length + 4
  const middle = filler.letter(view).slice(0, Math.max(0, most - around))
  return [...(heads.length > 0 ? heads : people), "", middle, "", signature].join("\n").trim()
}
