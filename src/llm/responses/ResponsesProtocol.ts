import * as Redacted from "effect/Redacted"
import type { BilledProtocol } from "../Protocol.js"
import { decodeInputTokens } from "./decodeInputTokens.js"
import {
  decodeCountRequest,
  decodeRequest,
  encodeCountRequest,
  encodeRequest,
  parseRequest,
  problemWith
} from "./RequestCodec.js"
import { decodeResponse } from "./ResponseCodec.js"

/** OpenAI's Responses API (specification 8.3 to 8.5). */
export const responses: BilledProtocol = {
  id: "responses",
  billed: true,
  problemWith,
  encodeRequest,
  decodeRequest,
  parseRequest,
  decodeResponse,
  http: {
    defaultBaseUrl: "https://api.openai.com/v1",
    generatePath: "/responses",
    accept: "application/json",
    counting: {
      path: "/responses/input_tokens",
      encodeRequest: encodeCountRequest,
      decodeRequest: decodeCountRequest,
      decodeInputTokens
    },
    local: null,
    environment: { baseUrl: "OPENAI_BASE_URL", model: "OPENAI_MODEL" },
    variables: { apiKey: "OPENAI_API_KEY", project: "OPENAI_PROJECT", organization: "OPENAI_ORGANIZATION" },
    headers: ({ apiKey, organization, project }) => ({
      ...(apiKey === null ? {} : { authorization: `Bearer ${Redacted.value(apiKey)}` }),
      ...(organization === null ? {} : { "openai-organization": Redacted.value(organization) }),
      ...(project === null ? {} : { "openai-project": Redacted.value(project) })
    })
  }
}
