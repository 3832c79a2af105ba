import { inputTokensDecoder } from "../wire/InputTokensCodec.js"
import { dialect } from "./UsageCodec.js"

/** Reads a reply of `POST /responses/input_tokens` (specification 8.5). */
export const decodeInputTokens = inputTokensDecoder(dialect)
