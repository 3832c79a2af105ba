import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../../json/Json.js"
import { plainJson } from "../tasks/strictJson.js"
import { environments } from "../tasks/vocabulary.js"
import { integerBetween, strict, Text } from "../tasks/words.js"

const Known = Schema.NullOr(Text)
const Count = Schema.NullOr(integerBetween(0, Number.MAX_SAFE_INTEGER))

/** A model on the disk of the local server (specification 2.1). */
export const LocalSubject = Schema.Struct({
  kind: Schema.Literal("local"),
  /** The tag; also the model's name in requests. */
  id: Text,
  /** Of the weights: two models of one name with different digests are two subjects. */
  digest: Schema.String,
  quantization: Known,
  parameters: Known,
  family: Known,
  bytes: Count,
  /** The longest context that it was made for. */
  contextLength: Count,
  /** Such as `completion`, `tools`, `thinking`; `null`: the server does not say. */
  capabilities: Schema.NullOr(Schema.Array(Schema.String)),
  /** Of the server. */
  version: Known
}).annotations(strict)
export type LocalSubject = typeof LocalSubject.Type

/** A subscription's program (specification 2.2). */
export const CloudSubject = Schema.Struct({
  kind: Schema.Literal("cloud"),
  id: Schema.Literal("claude", "codex", "gemini"),
  version: Text,
  /** How long it takes to start and do nothing, in milliseconds: what it costs beside the model, where it does not say so itself. */
  startMs: integerBetween(0, 3_600_000),
  /** It only pretends: all that it answers is sample data. */
  synthetic: Schema.Boolean
}).annotations(strict)
export type CloudSubject = typeof CloudSubject.Type

export const FoundSubject = Schema.Union(LocalSubject, CloudSubject)
export type FoundSubject = typeof FoundSubject.Type

/** What could have been measured and is not there, and how it would get there. */
export const Absent = Schema.Struct({ id: Text, reason: Text }).annotations(strict)
export type Absent = typeof Absent.Type

export const Gpu = Schema.Struct({
  name: Text,
  driver: Known,
  memoryMiB: Count,
  /** Watts that it may draw; `null`: it does not say. */
  powerLimitW: Schema.NullOr(Schema.Number.pipe(Schema.filter((watts) => watts >= 0)))
}).annotations(strict)
export type Gpu = typeof Gpu.Type

/** The machine, as far as it can be read (specification 9). */
export const Machine = Schema.Struct({
  platform: Text,
  cpu: Known,
  memoryMiB: Count,
  /** `null`: nobody could be asked; empty: there is none. */
  gpus: Schema.NullOr(Schema.Array(Gpu)),
  environment: Schema.Literal(...environments)
}).annotations(strict)
export type Machine = typeof Machine.Type

/** What `plan` found on the machine. It goes into the protocol, so that the plan is a function of the protocol alone. */
export const Found = Schema.Struct({
  subjects: Schema.Array(FoundSubject),
  absent: Schema.Array(Absent),
  machine: Machine,
  /** Why nothing can be run in a sandbox here; `null`: it can. */
  sandboxRefusal: Known,
  /** SHA-256 of the adapters' configuration: another one would start other commands. */
  cliConfigSha256: Text
}).annotations(strict)
export type Found = typeof Found.Type

const decode = Schema.decodeUnknownEither(Found, { errors: "all" })

/** As it came through the settings of a plan. */
export const decodeFound = (json: JsonObject): Either.Either<Found, string> =>
  Either.mapLeft(decode(plainJson(json)), ({ message }) => message)
