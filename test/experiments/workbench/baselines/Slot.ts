import type { AnswerSchema } from "../../../../src/experiments/workbench/tasks/AnswerSchema.js"

/** A place of the answer that wants a value. */
export interface Slot {
  /** The names on the way to it, and the name of its row. */
  readonly words: ReadonlyArray<string>
  readonly kind: "label" | "date" | "clause" | "number" | "boolean" | "text"
  /** The labels among which to choose. */
  readonly options: ReadonlyArray<string>
  /** Whether a text may stand in the place of a number. */
  readonly textAllowed: boolean
}

const kindOf = (name: string): Slot["kind"] => {
  if (/根拠|条$|決め手/.test(name)) return "clause"
  if (/日$|期限|満了|納期/.test(name)) return "date"
  return /額|単価|件数|月数|日当|宿泊料|燃料費|問\d|手当|支給/.test(name) ? "number" : "text"
}

export const slotFor = (
  words: ReadonlyArray<string>,
  schema: AnswerSchema,
  options: ReadonlyArray<string> = []
): Slot => {
  const types = [schema.type ?? []].flat()
  const labels = [...options, ...(schema.enum ?? []).map(String)]
  const guessed = kindOf(words.at(-1) ?? "")
  const kind =
    labels.length > 0
      ? "label"
      : types.includes("boolean")
        ? "boolean"
        : types.includes("integer") || types.includes("number")
          ? "number"
          : guessed === "number" && types.length > 0
            ? "text"
            : guessed
  return { words, kind, options: labels, textAllowed: types.length === 0 || types.includes("string") }
}
