import * as Either from "effect/Either"
import { isObject, type Json, type JsonObject } from "../../json/Json.js"
import type { HttpExchange } from "../HttpExchange.js"
import type { ApiError, DecodeError } from "../LlmError.js"
import { httpError } from "../wire/ErrorReply.js"
import { describeJson, Findings, isAbsent } from "../wire/Findings.js"
import { isSuccess, parseReply, undecodable } from "../wire/ReplyBody.js"
import { readOptionalCount } from "../wire/readCount.js"
import { dialect } from "./ResponseCodec.js"

/** A model that lies on the server's disk. `null`: the server does not say. */
export interface LocalModel {
  readonly name: string
  /** Of the weights: two models of one name with different digests are two models. */
  readonly digest: string
  readonly bytes: number | null
  readonly family: string | null
  readonly parameters: string | null
  readonly quantization: string | null
  /** The longest that it was made for, not what it is loaded with. */
  readonly contextLength: number | null
  /** Such as `completion`, `tools`, `thinking`. */
  readonly capabilities: ReadonlyArray<string> | null
}

/** The list of a server's models. */
export interface ModelList {
  readonly models: ReadonlyArray<LocalModel>
  /** Names of entries that would be answered elsewhere: they stand in the same list, and nothing of them is local. */
  readonly cloud: ReadonlyArray<string>
}

/** A model in memory, as it was loaded. */
export interface LoadedModel {
  readonly name: string
  readonly digest: string
  readonly bytes: number | null
  /** Of these, how many are on the graphics card. */
  readonly vramBytes: number | null
  /** What was set aside for it: the context that it really has. */
  readonly contextLength: number | null
}

type Read<A> = Either.Either<A, ApiError | DecodeError>

/** `GET /api/tags`. */
export const readTags = (exchange: HttpExchange): Read<ModelList> =>
  reading(exchange, (body, findings) => {
    const entries = list(body["models"], "models", findings)
    const isCloud = (entry: JsonObject): boolean =>
      !isAbsent(entry["remote_host"]) || !isAbsent(entry["remote_model"])
    return {
      models: entries.filter((entry) => !isCloud(entry)).map((entry) => localModel(entry, findings)),
      cloud: entries.filter(isCloud).map((entry) => name(entry, findings))
    }
  })

/** `GET /api/ps`. */
export const readPs = (exchange: HttpExchange): Read<ReadonlyArray<LoadedModel>> =>
  reading(exchange, (body, findings) =>
    list(body["models"], "models", findings).map((entry) => ({
      name: name(entry, findings),
      digest: text(entry["digest"]) ?? "",
      bytes: readOptionalCount(entry["size"], "size", findings),
      vramBytes: readOptionalCount(entry["size_vram"], "size_vram", findings),
      contextLength: readOptionalCount(entry["context_length"], "context_length", findings)
    }))
  )

/** `GET /api/version`. */
export const readVersion = (exchange: HttpExchange): Read<string> =>
  reading(exchange, (body, findings) => {
    const version = text(body["version"])
    if (version === null) findings.issue("version", `expected a text, found ${describeJson(body["version"])}`)
    return version ?? ""
  })

const reading = <A>(exchange: HttpExchange, read: (body: JsonObject, findings: Findings) => A): Read<A> => {
  if (!isSuccess(exchange)) return Either.left(httpError(dialect, exchange))
  return Either.flatMap(parseReply(dialect, exchange), (body): Read<A> => {
    const findings = new Findings()
    const value = read(body, findings)
    return findings.issues.length === 0
      ? Either.right(value)
      : Either.left(undecodable(dialect, exchange, findings.issues, null))
  })
}

const localModel = (entry: JsonObject, findings: Findings): LocalModel => {
  const details = isObject(entry["details"]) ? entry["details"] : {}
  const capabilities = entry["capabilities"]
  return {
    name: name(entry, findings),
    digest: text(entry["digest"]) ?? "",
    bytes: readOptionalCount(entry["size"], "size", findings),
    family: text(details["family"]),
    parameters: text(details["parameter_size"]),
    quantization: text(details["quantization_level"]),
    contextLength: readOptionalCount(details["context_length"], "details.context_length", findings),
    capabilities: Array.isArray(capabilities)
      ? capabilities.filter((word: Json) => typeof word === "string")
      : null
  }
}

const list = (value: Json | undefined, path: string, findings: Findings): ReadonlyArray<JsonObject> => {
  // A server without models writes null.
  if (value === null) return []
  if (!Array.isArray(value) || !value.every(isObject)) {
    findings.issue(path, `expected an array of objects, found ${describeJson(value)}`)
    return []
  }
  return value
}

const name = (entry: JsonObject, findings: Findings): string => {
  const found = text(entry["name"]) ?? text(entry["model"])
  if (found === null) findings.issue("name", "expected a text")
  return found ?? ""
}

const text = (value: Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null
