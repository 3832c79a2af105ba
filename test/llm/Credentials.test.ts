import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Credentials from "../../src/llm/Credentials.js"
import { responses } from "../../src/llm/responses/ResponsesProtocol.js"

const read = (variables: Record<string, string>) =>
  Credentials.fromConfig(responses.http.variables).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(variables))))
  )

describe("credentials from the environment", () => {
  it.effect("all may be missing", () =>
    Effect.gen(function* () {
      expect(yield* read({})).toEqual({ apiKey: null, project: null, organization: null })
    })
  )

  it.effect("L1 are redacted however they are printed", () =>
    Effect.gen(function* () {
      const found = yield* read({
        OPENAI_API_KEY: "sk-canary",
        OPENAI_PROJECT: "proj_canary",
        OPENAI_ORGANIZATION: "org-é"
      })
      expect(`${inspect(found)}${JSON.stringify(found)}${String(found.apiKey)}`).not.toContain("canary")
      expect(found.apiKey === null ? null : Redacted.value(found.apiKey)).toBe("sk-canary")
      expect(found.organization === null ? null : Redacted.value(found.organization)).toBe("org-é")
    })
  )

  const damaged = [
    "sk-t\r\nx",
    "sk-t\r",
    "sk-t\n",
    "sk-tあ",
    " sk-t",
    "sk-t ",
    "sk-t\u00a0",
    "sk-\u0000t",
    "sk-\u007ft",
    "sk-\u0085t",
    "sk-t😀",
    "",
    "  "
  ]

  for (const variable of ["OPENAI_API_KEY", "OPENAI_PROJECT", "OPENAI_ORGANIZATION"]) {
    it.effect.each(damaged)(`L1 ${variable} of %j is refused without an echo`, (value) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(read({ [variable]: value }))
        expect(error).toMatchObject({ _tag: "CredentialRefused", variable })
        expect(error.message).toContain(variable)
        expect(`${inspect(error)}${JSON.stringify(error)}`).not.toContain("sk-")
      })
    )
  }
})
