import type { RenderSpec } from "../../../../src/experiments/syntax-locality/lang/Renderer.js"
import {
  lookupEnding,
  lookupInstructions,
  lookupOpening
} from "../../../../src/experiments/syntax-locality/prompt/lookupPrompt.js"
import { describeSyntax } from "../../../../src/experiments/syntax-locality/prompt/SyntaxDescription.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"

/** A `scope_lookup` request as it is planned, with one example whose answer is never the test's. */
export const lookupRequest = (source: string, spec: RenderSpec): LlmRequest => {
  const { style, lexicon } = spec
  const example = { source: `${lexicon.let} x_a 1234\nprobe q_examples x_a`, value: 1234 }
  const opening = lookupOpening(describeSyntax(style, lexicon), [example])
  return {
    model: "mock",
    instructions: lookupInstructions,
    input: [{ role: "user", content: `${opening}${source}${lookupEnding}` }],
    reasoningEffort: "low",
    maxOutputTokens: 8192
  }
}
