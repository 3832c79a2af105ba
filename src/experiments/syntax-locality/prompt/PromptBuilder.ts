import type { LlmRequest } from "../../../llm/LlmRequest.js"
import { JavaRandom } from "../../../random/JavaRandom.js"
import { sha256Hex } from "../../../records/Identity.js"
import type { Settings } from "../Config.js"
import type { Item } from "../dataset/Item.js"
import type { Task } from "../Factors.js"
import { type LexiconId, lexiconOf } from "../lang/Lexicon.js"
import { prefixLines, type RenderSpec } from "../lang/Renderer.js"
import type { Style } from "../lang/Syntax.js"
import { tableLines } from "./AstTable.js"
import { describeSyntax } from "./SyntaxDescription.js"
import { shownAnswer } from "./shownAnswer.js"
import { endingOf, examplesOf, openingOf, templates } from "./Template.js"
import { type TextSize, textSize } from "./TextSize.js"

/** What is asked of the model in every request alike (specification 7.1), whatever its style. */
export type ModelSettings = Pick<
  Settings,
  "model" | "reasoningEffort" | "maxOutputTokensReading" | "maxOutputTokensGeneration"
>

/** The limit of a task's output: the same for all styles, though some have longer answers (specification 4.3, 7.1). */
export const outputLimit = (
  task: Task,
  settings: Pick<Settings, "maxOutputTokensReading" | "maxOutputTokensGeneration">
): number => (task === "ast_to_source" ? settings.maxOutputTokensGeneration : settings.maxOutputTokensReading)

/** The part of an episode that all questions of one task in one style and one lexicon share. */
export interface Episode {
  /** The user message up to where what is given begins. */
  readonly opening: string
  readonly openingSize: TextSize
  /** The same for all prompts with the same syntax, words and examples. */
  readonly openingSha256: string
  readonly syntaxSize: TextSize
  readonly examplesSize: TextSize
}

export interface BuiltPrompt {
  readonly request: LlmRequest
  readonly episode: Episode
  readonly spec: RenderSpec
  /** What is given. Of a prefix, line `i` (from 0) is event `i`, the last one is the probe; of a table, line 0 has the columns. */
  readonly lines: ReadonlyArray<string>
  readonly given: string
}

/**
 * Builds the requests of all tasks. It is given items, which hold no answers; the answers that it writes are the examples'.
 * Whatever a task, a style and a lexicon share is rendered once.
 */
export class PromptBuilder {
  readonly #episodes = new Map<string, Episode>()

  constructor(
    readonly examples: ReadonlyArray<Item>,
    readonly settings: ModelSettings
  ) {}

  build(item: Item, style: Style, lexicon: LexiconId): BuiltPrompt {
    const { task } = item
    const { model, reasoningEffort } = this.settings
    const episode = this.episode(task, style, lexicon)
    const spec = { style, lexicon: lexiconOf(lexicon) }
    const lines = givenLines(item, spec)
    const given = lines.join("\n")
    const content = [episode.opening, given, endingOf(templates[task])].join("")
    const request: LlmRequest = {
      model,
      instructions: templates[task].instructions,
      input: [{ role: "user", content }],
      reasoningEffort,
      maxOutputTokens: outputLimit(task, this.settings)
    }
    return { request, episode, spec, lines, given }
  }

  episode(task: Task, style: Style, lexicon: LexiconId): Episode {
    const key = `${task}/${style}/${lexicon}`
    const known = this.#episodes.get(key)
    if (known !== undefined) return known
    const spec = { style, lexicon: lexiconOf(lexicon) }
    const shown = this.examples
      .filter((example) => example.task === task)
      .map((example) => ({
        given: givenLines(example, spec).join("\n"),
        answer: shownAnswer(example, spec)
      }))
    const syntax = describeSyntax(style, spec.lexicon, task)
    const opening = openingOf(templates[task], syntax, shown)
    const episode = {
      opening,
      openingSize: textSize(opening),
      openingSha256: sha256Hex(opening),
      syntaxSize: textSize(syntax),
      examplesSize: textSize(examplesOf(templates[task], shown))
    }
    this.#episodes.set(key, episode)
    return episode
  }
}

const givenLines = (item: Item, spec: RenderSpec): ReadonlyArray<string> => {
  const { program, cuts } = item.family
  return item.task === "ast_to_source"
    ? tableLines(program, spec.lexicon, new JavaRandom(item.tableSeed))
    : prefixLines(program, cuts[item.view], spec)
}
