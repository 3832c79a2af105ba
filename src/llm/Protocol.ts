import * as Data from "effect/Data"
import type { Either } from "effect/Either"
import type { Credentials, CredentialVariables } from "./Credentials.js"
import type { HttpExchange } from "./HttpExchange.js"
import type { ApiError, DecodeError } from "./LlmError.js"
import type { LlmRequest } from "./LlmRequest.js"
import type { LlmResponse } from "./LlmResponse.js"

/** The protocols that are spoken over HTTP. */
export const httpProtocolIds = ["responses", "messages", "ollama"] as const

export type HttpProtocolId = (typeof httpProtocolIds)[number]

/** Everything that a trial may name: beside HTTP, a program that is started for each call. */
export const protocolIds = [...httpProtocolIds, "cli"] as const

export type ProtocolId = (typeof protocolIds)[number]

/** The protocol of records that name none: the first that there was. */
export const defaultProtocol = "responses" satisfies ProtocolId

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
  /** Tokens cost money. Where they do not, nobody is asked to count them: they are estimated. */
  readonly billed: boolean
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
}

/** A protocol that is spoken over HTTP. */
export interface HttpProtocol extends Protocol {
  readonly id: HttpProtocolId
  readonly http: HttpSide
}

/** One whose server counts tokens and wants to know who pays. */
export interface BilledProtocol extends HttpProtocol {
  readonly billed: true
  readonly http: HttpSide & { readonly counting: Counting; readonly variables: CredentialVariables }
}

/** A server's own count of a request's input tokens (specification 8.5). */
export interface Counting {
  /** Below the base URL. */
  readonly path: string
  readonly encodeRequest: (request: CountedFields) => Uint8Array
  readonly decodeRequest: (bytes: Uint8Array) => Either<CountedFields, RequestUnreadable>
  readonly decodeInputTokens: (exchange: HttpExchange) => Either<number, ApiError | DecodeError>
}

/** What measuring a server at home needs to know of its protocol. */
export interface LocalSide {
  /** A body for the same path that loads the request's model and asks nothing. */
  readonly encodeWarmUp: (request: LlmRequest) => Uint8Array
  /** How long the server says that this took, in milliseconds, if it says so. */
  readonly decodeWarmUp: (exchange: HttpExchange) => Either<number | null, ApiError | DecodeError>
  /** Reads a stream in pieces, and tells of each what a reply began to say in it. */
  readonly firstSaid: () => (piece: Uint8Array) => ReadonlyArray<"thinking" | "content">
}

/** Where and as whom a protocol speaks over HTTP. */
export interface HttpSide {
  /** Without a final slash. */
  readonly defaultBaseUrl: string
  /** Below the base URL. */
  readonly generatePath: string
  /** What the body of a reply is: one JSON value, or one a line while the model speaks. */
  readonly accept: "application/json" | "application/x-ndjson"
  /** `null`: the server counts nothing beforehand. */
  readonly counting: Counting | null
  /** `null`: it is somebody else's, and how fast it is nobody asks. */
  readonly local: LocalSide | null
  /** Environment variables that say where to go and whom to ask, where the command line does not. */
  readonly environment: { readonly baseUrl: string; readonly model: string }
  /** Environment variables of the credentials; `null`: it has none. */
  readonly variables: CredentialVariables | null
  /** The headers of every request besides those of its body. */
  readonly headers: (credentials: Credentials) => Readonly<Record<string, string>>
}
