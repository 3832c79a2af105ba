import type { HttpProtocol } from "../Protocol.js"
import { firstSaid } from "./firstSaid.js"
import { decodeRequest, encodeRequest, parseRequest, problemWith } from "./RequestCodec.js"
import { decodeResponse } from "./ResponseCodec.js"
import { decodeWarmUp, encodeWarmUp } from "./WarmUp.js"

/**
 * Ollama's own API, `POST /api/chat` (specification of the workbench 2.1). The one that it has in common with others takes neither a context
 * length nor a seed.
 */
export const ollama: HttpProtocol = {
  id: "ollama",
  billed: false,
  problemWith,
  encodeRequest,
  decodeRequest,
  parseRequest,
  decodeResponse,
  http: {
    defaultBaseUrl: "http://127.0.0.1:11434",
    generatePath: "/api/chat",
    accept: "application/x-ndjson",
    counting: null,
    local: { encodeWarmUp, decodeWarmUp, firstSaid },
    environment: { baseUrl: "OLLAMA_BASE_URL", model: "OLLAMA_MODEL" },
    variables: null,
    headers: () => ({})
  }
}
