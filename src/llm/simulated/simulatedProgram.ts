import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { JavaRandom } from "../../random/JavaRandom.js"
import { deriveSeed } from "../../random/Seeds.js"
import { currentAttempt } from "../AttemptKey.js"
import { cli } from "../cli/CliProtocol.js"
import { type Envelope, exchangeOf } from "../cli/Envelope.js"
import { cliIds } from "../cli/readers.js"
import type { LlmClientService } from "../LlmClient.js"
import type { LlmRequest } from "../LlmRequest.js"
import { estimateTokens, outputTokensOf } from "./dressReply.js"
import { programOutput } from "./programOutput.js"
import type { SimulatedModel, SimulatedReply } from "./SimulatedModel.js"

/** A subscription's program with a simulated model inside, for mock runs: no process is started, and its output says that it is made up. */
export const make = (model: SimulatedModel, seed: bigint): LlmClientService => ({
  generate: (request) =>
    Effect.flatMap(FiberRef.get(currentAttempt), (key) => {
      const drawn = deriveSeed(seed, key?.trialId ?? "", key?.attempt ?? 0)
      const said = model.reply(request, new JavaRandom(drawn))
      return cli.decodeResponse(exchangeOf(envelopeOf(request, said)), request.maxOutputTokens)
    }),
  countInputTokens: () => Effect.dieMessage("nobody counts the tokens of a program")
})

/** A refusal is an answer like any other, and a limit of tokens is nothing that a program tells. */
const envelopeOf = (request: LlmRequest, said: SimulatedReply): Envelope => {
  const program = cliIds.find((id) => id === request.model) ?? "claude"
  const spoken = said.type === "raw" ? { type: "answer" as const, text: said.body, reasoningTokens: 0 } : said
  return {
    formatVersion: 1,
    program,
    version: "synthetic_mock",
    command: [],
    exitCode: 0,
    signal: null,
    ending: "exit",
    wallMs: 0,
    firstOutputMs: null,
    stdout: programOutput[program]({
      text: spoken.text,
      model: request.model,
      inputTokens: estimateTokens(request),
      outputTokens: outputTokensOf(request, spoken).total
    }),
    stderr: "",
    rules: [],
    files: request.mode === "agent" ? (said.type === "answer" ? (said.files ?? {}) : {}) : null,
    synthetic_mock: true
  }
}
