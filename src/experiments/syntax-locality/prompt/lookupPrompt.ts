/**
 * The template of `scope_lookup` (specification 6.2), to the letter. A request carries it in two parts: the sentences are
 * the `instructions`; SYNTAX, EXAMPLES and TEST are the one user message, which ends with `Answer:` and nothing after it.
 */
export const lookupInstructions = [
  "You will read a prefix of a small scope language.",
  "Every block, regardless of its kind, creates a local scope.",
  "Statements are processed once, from top to bottom.",
  "A let statement binds a variable in the current scope.",
  "The nearest still-open scope containing the variable determines its value.",
  "Bindings in closed scopes are no longer visible.",
  "A nop statement has no effect.",
  "The final probe marks the observation point.",
  "Open blocks at the end of this prefix are intentional.",
  "Do not complete or repair the program.",
  "Return only the decimal integer visible at the final probe."
].join("\n")

/** A source with its answer, as it is shown before the question. */
export interface ShownExample {
  readonly source: string
  readonly value: number
}

/** What all questions of one style and lexicon share: the user message up to where the test source begins. */
export const lookupOpening = (syntax: string, examples: ReadonlyArray<ShownExample>): string =>
  `SYNTAX\n${syntax}\n\nEXAMPLES\n${lookupExamples(examples)}\n\nTEST\nProgram prefix:\n`

/** What stands behind the test source. */
export const lookupEnding = "\nAnswer:"

/** The examples alone, counted from 1. */
export const lookupExamples = (examples: ReadonlyArray<ShownExample>): string =>
  examples
    .map(({ source, value }, index) => `Example ${index + 1}\nProgram prefix:\n${source}\nAnswer:\n${value}`)
    .join("\n\n")
