import * as Redacted from "effect/Redacted"
import type { BilledProtocol } from "../Protocol.js"
import { inputTokensDecoder } from "../wire/InputTokensCodec.js"
import {
  decodeCountRequest,
  decodeRequest,
  encodeCountRequest,
  encodeRequest,
  parseRequest,
  problemWith
} from "./RequestCodec.js"
import { decodeResponse } from "./ResponseCodec.js"
import { dialect } from "./UsageCodec.js"

/** Of the requests and replies that the codec knows. */
const version = "2023-06-01"

/** Anthropic's Messages API (decision 34). */
export const messages: BilledProtocol = {
  id: "messages",
  billed: true,
  problemWith,
  encodeRequest,
  decodeRequest,
  parseRequest,
  decodeResponse,
  http: {
    defaultBaseUrl: "https://api.anthropic.com",
    generatePath: "/v1/messages",
    accept: "application/json",
    counting: {
      path: "/v1/messages/count_tokens",
      encodeRequest: encodeCountRequest,
      decodeRequest: decodeCountRequest,
      decodeInputTokens: inputTokensDecoder(dialect)
    },
    local: null,
    environment: { baseUrl: "ANTHROPIC_BASE_URL", model: "ANTHROPIC_MODEL" },
    variables: { apiKey: "ANTHROPIC_API_KEY", project: null, organization: null },
    headers: ({ apiKey }) => ({
      "anthropic-version": version,
      ...(apiKey === null ? {} : { "x-api-key": Redacted.value(apiKey) })
    })
  }
}
