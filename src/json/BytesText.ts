import { isUtf8 } from "node:buffer"
import * as Schema from "effect/Schema"

/** Bytes within JSON, so that a person can read them where they are text: themselves in UTF-8, or in base64. */
export const BytesText = Schema.Union(Schema.String, Schema.Struct({ base64: Schema.String }))
export type BytesText = typeof BytesText.Type

/** The one way to write `bytes`. A byte order mark is kept, as a character. */
export const bytesText = (bytes: Uint8Array): BytesText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isUtf8(buffer) ? buffer.toString("utf8") : { base64: buffer.toString("base64") }
}

/** The inverse of {@link bytesText}; what is no base64 is passed over, as Node does. */
export const bytesOf = (written: BytesText): Uint8Array =>
  typeof written === "string" ? Buffer.from(written, "utf8") : Buffer.from(written.base64, "base64")
