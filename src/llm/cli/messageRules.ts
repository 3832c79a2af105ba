import type { CliFailure, FailureKind } from "./CliReport.js"

/** A wording that tells what kind of failure a message is. */
export interface MessageRule {
  readonly kind: FailureKind
  /** A regular expression; letter case is ignored, and both apostrophes are meant by `'`. */
  readonly pattern: string
}

/** The kind of a message, or null when no rule knows it. The first rule that fits decides: those for what only looks like a cap come first. */
export type Classify = (message: string) => FailureKind | null

const longest = 4000

export const classifier = (rules: ReadonlyArray<MessageRule>): Classify => {
  const compiled = rules.map(({ kind, pattern }) => ({
    kind,
    expression: new RegExp(pattern.replaceAll("'", "['\\u2019]"), "iu")
  }))
  return (message) => {
    const start = message.slice(0, longest)
    return compiled.find(({ expression }) => expression.test(start))?.kind ?? null
  }
}

/** Among several messages a cap outweighs everything, and else the last one that is known: retries come before what they end in. */
export const kindAmong = (messages: ReadonlyArray<string>, classify: Classify): FailureKind | null => {
  const kinds = messages.flatMap((message) => classify(message) ?? [])
  return kinds.includes("cap") ? "cap" : (kinds.at(-1) ?? null)
}

const resetWords = /(?:try again (?:at|in)|resets?(?: at| in)?) +([^\n.·|]{1,60})/i

const tailLength = 2000

/** A failure in one line, with the time of reset as it was written. */
export const failure = (kind: FailureKind, said: string, resetsAt: string | null = null): CliFailure => {
  const tail = said.slice(-tailLength)
  return {
    kind,
    message: tail.replace(/[\s\p{Cc}]+/gu, " ").trim(),
    resetsAt,
    resetText: resetWords.exec(tail)?.[1]?.trim() ?? null
  }
}
