import { readdirSync, readFileSync } from "node:fs"
import { type HttpExchange, RawBody } from "../../../src/llm/HttpExchange.js"

/** A reply with `body` as it stands, or as JSON.stringify writes it. */
export const exchangeOf = (
  body: unknown,
  httpStatus = 200,
  headers: Record<string, string> = { "content-type": "application/json", "x-request-id": "req_made_up" }
): HttpExchange => ({
  httpStatus,
  headers,
  body: new RawBody(new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)))
})

export interface FixtureExpectation {
  readonly kind: "response" | "ApiError" | "DecodeError"
  readonly retry: "retry" | "stop" | "ambiguous"
  readonly endpoint?: "input_tokens"
  readonly [field: string]: unknown
}

export interface Fixture {
  readonly name: string
  readonly httpStatus: number
  readonly headers: Record<string, string>
  readonly body: unknown
  readonly expect: FixtureExpectation
}

const folder = new URL("../../fixtures/responses/", import.meta.url)

export const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), "utf8"))

/** Reply bodies that strict or careless decoders get wrong, each with what is right. */
export const fixtures: ReadonlyArray<Fixture> = readdirSync(new URL("bodies/", folder))
  .sort()
  .map((name) => ({ name, ...(readJson(`bodies/${name}`) as Omit<Fixture, "name">) }))

export const fixture = (prefix: string): Fixture => {
  const found = fixtures.find(({ name }) => name.startsWith(prefix))
  if (found === undefined) throw new Error(`there is no fixture ${prefix}`)
  return found
}

export const exchangeOfFixture = ({ body, httpStatus, headers }: Fixture): HttpExchange =>
  exchangeOf(body, httpStatus, headers)

/** A completed response around `output`, with plausible usage. */
export const responseBody = (
  output: unknown,
  fields: Record<string, unknown> = {}
): Record<string, unknown> => ({
  id: "resp_1",
  object: "response",
  created_at: 1791158400,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "made-up-model",
  output,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  ...fields
})

export const message = (parts: ReadonlyArray<unknown>, fields: Record<string, unknown> = {}): unknown => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: parts,
  ...fields
})

export const text = (value: unknown): unknown => ({ type: "output_text", text: value, annotations: [] })
