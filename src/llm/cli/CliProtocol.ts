import type { Protocol } from "../Protocol.js"
import { decodeRequest, encodeRequest, parseRequest, problemWith } from "./RequestCodec.js"
import { decodeResponse } from "./ResponseCodec.js"

/**
 * Programs that a subscription pays for, started once for each call (specification of the workbench 2.2). Nothing goes over HTTP: the bytes of a
 * request are the record of what was asked, and those of a reply what the program printed and how it ended.
 */
export const cli: Protocol = {
  id: "cli",
  billed: false,
  problemWith,
  encodeRequest,
  decodeRequest,
  parseRequest,
  decodeResponse
}
