import * as Either from "effect/Either"
import type { LlmRequest, ReasoningEffort } from "../../../llm/LlmRequest.js"
import { sha256Hex } from "../../../records/Identity.js"
import type { CaseFamily, Example } from "../dataset/CaseFamily.js"
import type { View } from "../Factors.js"
import { type LexiconId, lexiconOf } from "../lang/Lexicon.js"
import { observe } from "../lang/ReferenceOracle.js"
import { prefixLines, renderPrefix } from "../lang/Renderer.js"
import type { Style } from "../lang/Syntax.js"
import { lookupEnding, lookupExamples, lookupInstructions, lookupOpening } from "./lookupPrompt.js"
import { describeSyntax } from "./SyntaxDescription.js"
import { type TextSize, textSize } from "./TextSize.js"

/** What is asked of the model in every request alike (specification 7.1). */
export interface ModelSettings {
  readonly model: string
  readonly reasoningEffort: ReasoningEffort | null
  readonly maxOutputTokens: number
}

/** The part of an episode that all questions in one style and one lexicon share. */
export interface Episode {
  /** The user message up to where the test source begins. */
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
  /** The test source; line `i` (from 0) is event `i`, the last one is the probe. */
  readonly lines: ReadonlyArray<string>
  readonly source: string
}

/**
 * Builds the requests of `scope_lookup`. It is given families, which hold no answers; the answers that it writes are the
 * examples'. Whatever a style and a lexicon share is rendered once.
 */
export class PromptBuilder {
  readonly #episodes = new Map<string, Episode>()

  constructor(
    readonly examples: ReadonlyArray<Example>,
    readonly settings: ModelSettings
  ) {}

  build(family: CaseFamily, view: View, style: Style, lexicon: LexiconId): BuiltPrompt {
    const episode = this.episode(style, lexicon)
    const lines = prefixLines(family.program, family.cuts[view], { style, lexicon: lexiconOf(lexicon) })
    const source = lines.join("\n")
    const { model, reasoningEffort, maxOutputTokens } = this.settings
    const content = [episode.opening, source, lookupEnding].join("")
    const request: LlmRequest = {
      model,
      instructions: lookupInstructions,
      input: [{ role: "user", content }],
      reasoningEffort,
      maxOutputTokens
    }
    return { request, episode, lines, source }
  }

  episode(style: Style, lexicon: LexiconId): Episode {
    const key = `${style}/${lexicon}`
    const known = this.#episodes.get(key)
    if (known !== undefined) return known
    const spec = { style, lexicon: lexiconOf(lexicon) }
    const shown = this.examples.map(({ family, view }) => ({
      source: renderPrefix(family.program, family.cuts[view], spec),
      // A generated example always binds its variable; if not, planning has a bug and must stop here.
      value: Either.getOrThrowWith(observe(family.program, family.cuts[view]), (error) => error).value
    }))
    const syntax = describeSyntax(style, spec.lexicon)
    const opening = lookupOpening(syntax, shown)
    const episode = {
      opening,
      openingSize: textSize(opening),
      openingSha256: sha256Hex(opening),
      syntaxSize: textSize(syntax),
      examplesSize: textSize(lookupExamples(shown))
    }
    this.#episodes.set(key, episode)
    return episode
  }
}
