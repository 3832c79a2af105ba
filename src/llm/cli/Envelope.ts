import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { BytesText, bytesOf } from "../../json/BytesText.js"
import { parseJsonBytes } from "../../json/JsonParser.js"
import { canonicalJson } from "../../json/JsonWriter.js"
import { type HttpExchange, RawBody, syntheticHeader } from "../HttpExchange.js"
import type { CliReport } from "./CliReport.js"
import { classifier } from "./messageRules.js"
import { cliIds, outputTexts, readers } from "./readers.js"

/**
 * The end of one program that was started for one call: the body of its exchange, as canonical JSON. It has everything that its reading
 * depends on, so that saved bytes mean the same for ever.
 */
export const Envelope = Schema.Struct({
  formatVersion: Schema.Literal(1),
  program: Schema.Literal(...cliIds),
  /** As the program says it; `null`: it does not. */
  version: Schema.NullOr(Schema.String),
  /** What was started. The prompt is not in it. */
  command: Schema.Array(Schema.String),
  exitCode: Schema.NullOr(Schema.Int),
  signal: Schema.NullOr(Schema.String),
  ending: Schema.Literal("exit", "answered", "timeout", "too_much_output"),
  /** From the start of the program to its end, in milliseconds. */
  wallMs: Schema.Int,
  /** To its first byte, which need not be the model's. */
  firstOutputMs: Schema.NullOr(Schema.Int),
  stdout: BytesText,
  stderr: BytesText,
  /** The wordings by which its messages are told apart, as they were in force. */
  rules: Schema.Array(
    Schema.Struct({
      kind: Schema.Literal("cap", "throttle", "overload", "auth", "network"),
      pattern: Schema.String
    })
  ),
  /** What an agent left in its folder, against what it was given: files by path, `null` where one is gone. `null`: it was no agent. */
  files: Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.NullOr(BytesText) })),
  synthetic_mock: Schema.Boolean
})
export type Envelope = typeof Envelope.Type

const decode = Schema.decodeUnknownEither(Envelope, { errors: "all", onExcessProperty: "error" })

/** An exchange that came over no network: the status says that the program was run, and nothing of how it ended. */
export const exchangeOf = (envelope: Envelope): HttpExchange => ({
  httpStatus: 200,
  headers: {
    "content-type": "application/json",
    ...(envelope.synthetic_mock ? { [syntheticHeader]: "true" } : {})
  },
  body: new RawBody(new TextEncoder().encode(canonicalJson(envelope)))
})

export const readEnvelope = ({ body }: HttpExchange): Either.Either<Envelope, string> =>
  Either.mapLeft(Either.flatMap(parseJsonBytes(body.bytes), decode), ({ message }) => message)

/** What the program said, from what it printed. */
export const reportOf = (envelope: Envelope): CliReport => {
  const { ending, exitCode, program, rules } = envelope
  const printed = outputTexts({ stdout: bytesOf(envelope.stdout), stderr: bytesOf(envelope.stderr) })
  return readers[program].read({ ...printed, exitCode, ending }, classifier(rules))
}
