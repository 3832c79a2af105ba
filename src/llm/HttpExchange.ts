/**
 * The bytes of a reply. Printing one shows its size only: bodies can be huge, hostile, or carry what must not be logged.
 */
export class RawBody {
  constructor(readonly bytes: Uint8Array) {}

  /** UTF-8 text with malformed bytes as U+FFFD: for reading by people, never for decoding or hashing. */
  lossyText(): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.bytes)
  }

  toJSON(): string {
    return `<${this.bytes.length} bytes>`
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toJSON()
  }
}

/**
 * A complete HTTP reply as it was received: what is saved, and all that a decoder may look at. Two things may have been done
 * to it on arrival: a compressed body is decompressed (then there is no `content-encoding`), and secrets are replaced.
 */
export interface HttpExchange {
  readonly httpStatus: number
  /** Names in lower case. Never holds request headers, nor `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RawBody
  /** Present and true when headers or body repeated one of our secrets, which is no longer there. */
  readonly redacted?: boolean
}

/** Simulated models mark their replies with this header, also when they speak over a real network. */
export const syntheticHeader = "x-synthetic-mock"

/** Whether a simulated model made this reply. */
export const isSynthetic = (exchange: HttpExchange): boolean => exchange.headers[syntheticHeader] === "true"
