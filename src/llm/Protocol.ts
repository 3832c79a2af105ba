import * as Data from "effect/Data"
import type { Either } from "effect/Either"
import type { Credentials, CredentialVariables } from "./Credentials.js"
import type { HttpExchange } from "./HttpExchange.js"
import type { ApiError, DecodeError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import type { LlmResponse } from "./LlmResponse.js"

/** The wire protocols that a plan may name. */
export const protocolIds = ["responses", "messages"] as const

export type ProtocolId = (typeof protocolIds)[number]

/** The protocol of records that name none: the first that there was. */
export const defaultProtocol: ProtocolId = "responses"

/** What the one who plans decides about the form of requests, beside what is asked. */
export interface RequestOptions {
  /** `truncation` is deprecated upstream and refused by some servers, so a protocol may leave it out. Only Responses has it. */
  readonly truncation: "disabled" | "omit"
}

/** The part of a request that its input tokens depend on. */
export type CountedFields = Omit<LlmRequest, "maxOutputTokens">

/** Bytes that `encodeRequest` does not write. */
export class RequestUnreadable extends Data.TaggedError("RequestUnreadable")<{ readonly problem: string }> {
  override get message(): string {
    return `this is not a request of ours: ${this.problem}`
  }
}

/**
 * A wire protocol, as a value: how a request becomes bytes and how a reply is read. Pure, so that saved bytes mean the same for ever. A
 * trial names its protocol, and nothing else decides which of them reads its files.
 */
export interface Protocol {
  readonly id: ProtocolId
  /** Why a request cannot be asked in this protocol; `null` if it can. */
  readonly problemWith: (request: LlmRequest) => string | null
  /** The bytes that are sent, the same for equal requests. Throws for a request that `problemWith` objects to. */
  readonly encodeRequest: (request: LlmRequest, options: RequestOptions) => Uint8Array
  /** The inverse of `encodeRequest`; refuses whatever would not be written back byte for byte. */
  readonly decodeRequest: (bytes: Uint8Array) => Either<LlmRequest, RequestUnreadable>
  /** As `decodeRequest` and faster, for bytes that are known by their hash; passes over other fields, as a server does. */
  readonly parseRequest: (bytes: Uint8Array) => Either<LlmRequest, RequestUnreadable>
  /** `maxOutputTokens` is the request's, to tell a reply that was cut at the limit although it says that it is complete. */
  readonly decodeResponse: (
    exchange: HttpExchange,
    maxOutputTokens: number
  ) => Either<LlmResponse, ApiError | DecodeError>
  readonly http: HttpSide
}

/** Where and as whom a protocol speaks over HTTP. */
export interface HttpSide {
  /** Without a final slash. */
  readonly defaultBaseUrl: string
  /** Below the base URL. */
  readonly generatePath: string
  readonly countPath: string
  readonly encodeCountRequest: (request: CountedFields) => Uint8Array
  readonly decodeCountRequest: (bytes: Uint8Array) => Either<CountedFields, RequestUnreadable>
  readonly decodeInputTokens: (exchange: HttpExchange) => Either<number, ApiError | DecodeError>
  /** Environment variables that say where to go and whom to ask, where the command line does not. */
  readonly environment: { readonly baseUrl: string; readonly model: string }
  /** Environment variables of the credentials. */
  readonly variables: CredentialVariables
  /** The headers of every request besides those of its body. */
  readonly headers: (credentials: Credentials) => Readonly<Record<string, string>>
}
