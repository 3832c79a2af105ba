import { hash } from "node:crypto"
import type { Json } from "../json/Json.js"
import { canonicalJson } from "../json/JsonWriter.js"

/** Version of what follows; it stands beside the protocol hash and changes whenever an identity would (decision 3). */
export const identityVersion = 1

/** SHA-256 as 64 hexadecimal digits; text is hashed as UTF-8. */
export const sha256Hex = (data: string | Uint8Array): string => hash("sha256", data, "hex")

/** SHA-256 of the canonical form (RFC 8785). */
export const canonicalHash = (value: Json): string => sha256Hex(canonicalJson(value))
