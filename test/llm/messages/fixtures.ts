import { readdirSync, readFileSync } from "node:fs"
import type { HttpExchange } from "../../../src/llm/HttpExchange.js"
import { exchangeOf } from "../responses/exchanges.js"

export interface MessageFixture {
  readonly name: string
  readonly httpStatus: number
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly expect: {
    readonly kind: "response" | "count" | "ApiError" | "DecodeError"
    /** At another host than the provider's own, without any flags. */
    readonly retry: "retry" | "stop" | "stop-run"
    readonly endpoint?: "count_tokens"
    readonly [field: string]: unknown
  }
}

const folder = new URL("../../fixtures/messages/", import.meta.url)

export const readFixture = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), "utf8"))

/** Replies as the documentation and issue threads show them, each with what is right. */
export const messageFixtures: ReadonlyArray<MessageFixture> = readdirSync(new URL("bodies/", folder))
  .sort()
  .map((name) => ({ name, ...(readFixture(`bodies/${name}`) as Omit<MessageFixture, "name">) }))

export const exchangeOfMessage = ({ body, headers, httpStatus }: MessageFixture): HttpExchange =>
  exchangeOf(body, httpStatus, headers)
