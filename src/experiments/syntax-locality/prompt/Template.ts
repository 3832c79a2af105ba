import type { Task } from "../Factors.js"

/**
 * The fixed text of a task's prompts. A request carries it in two parts: the sentences are the `instructions`; SYNTAX, EXAMPLES and
 * TEST are the one user message, which ends with the heading of the answer and nothing after it.
 */
export interface Template {
  readonly instructions: string
  /** The line above what is given. */
  readonly givenHeading: string
  /** The line above the answer. */
  readonly answerHeading: string
}

/** The reading tasks differ in their last sentences only: in what is to be returned (specification 6.2). */
const readingSentences = [
  "You will read a prefix of a small scope language.",
  "Every block, regardless of its kind, creates a local scope.",
  "Statements are processed once, from top to bottom.",
  "A let statement binds a variable in the current scope.",
  "The nearest still-open scope containing the variable determines its value.",
  "Bindings in closed scopes are no longer visible.",
  "A nop statement has no effect.",
  "The final probe marks the observation point.",
  "Open blocks at the end of this prefix are intentional.",
  "Do not complete or repair the program."
]

const reading = (...demand: ReadonlyArray<string>): Template => ({
  instructions: [...readingSentences, ...demand].join("\n"),
  givenHeading: "Program prefix:",
  answerHeading: "Answer:"
})

export const templates: Readonly<Record<Task, Template>> = {
  /** Specification 6.2, to the letter. */
  scope_lookup: reading("Return only the decimal integer visible at the final probe."),
  active_stack: reading(
    "Return only a JSON array of strings: the names of the blocks that are still open at the final probe, from the outermost to the innermost.",
    "The array is empty if no block is open."
  ),
  ast_to_source: {
    instructions: [
      "You will read the syntax tree of a program in a small scope language, given as a table.",
      "Each row is one node, and its parent is the node that directly contains it.",
      "The order column counts the children of one parent from 0 and determines how they follow each other in the program, whatever the order of the rows.",
      "The ROOT row stands for the program as a whole and is not written.",
      "A SCOPE row is a block of the given kind and name; its children are the statements inside it.",
      "A LET row is a let statement with the given variable and value.",
      "A NOP row is a nop statement with the given payload.",
      "A hyphen marks a column that does not apply to the row.",
      "Every block is opened and closed in the program.",
      "Return only the complete program, written in the syntax that is described."
    ].join("\n"),
    givenHeading: "Syntax tree:",
    answerHeading: "Program:"
  }
}

/** What is given with its answer, as it is shown before the question. */
export interface ShownExample {
  readonly given: string
  readonly answer: string
}

/** What all questions of one task, style and lexicon share: the user message up to where what is given begins. */
export const openingOf = (
  template: Template,
  syntax: string,
  examples: ReadonlyArray<ShownExample>
): string =>
  `SYNTAX\n${syntax}\n\nEXAMPLES\n${examplesOf(template, examples)}\n\nTEST\n${template.givenHeading}\n`

/** What stands behind what is given. */
export const endingOf = ({ answerHeading }: Template): string => `\n${answerHeading}`

/** The examples alone, counted from 1. */
export const examplesOf = (
  { givenHeading, answerHeading }: Template,
  examples: ReadonlyArray<ShownExample>
): string =>
  examples
    .map(
      ({ given, answer }, index) =>
        `Example ${index + 1}\n${givenHeading}\n${given}\n${answerHeading}\n${answer}`
    )
    .join("\n\n")
