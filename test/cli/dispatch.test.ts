import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import * as Flag from "../../src/cli/Flag.js"
import { readArgv } from "../../src/cli/readArgv.js"
import * as Verb from "../../src/cli/Verb.js"
import { icl } from "./support.js"

const flags = {
  name: Flag.text("NAME", ""),
  kind: Flag.choice(["one", "two"], ""),
  count: Flag.withDefault(Flag.integer(0, 1000, ""), 7),
  note: Flag.optional(Flag.text("NOTE", "")),
  loud: Flag.toggle("")
}

/** A verb whose result is what it was called with. */
const echo = Verb.make({
  name: "echo",
  summary: "",
  examples: [],
  flags,
  operand: { placeholder: "FILE", about: "" },
  run: (values, operand) =>
    Effect.succeed({
      json: { values, operand },
      lines: [JSON.stringify({ values, operand })],
      code: 0,
      next: ""
    })
})

interface Given {
  readonly name: string
  readonly kind: "one" | "two"
  readonly count: number | null
  readonly note: string | null
  readonly loud: boolean
  readonly operand: string
}

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() !== "")

/** What a parser of `--name=value` may trip over stands among them often. */
const awkward = fc.constantFrom("! ", " x", "a=b", "=", "a=b=c", "100%", "%41", "--x", "-")

const given: fc.Arbitrary<Given> = fc.record({
  name: fc.oneof(words, awkward),
  kind: fc.constantFrom("one", "two"),
  count: fc.option(fc.integer({ min: 0, max: 1000 })),
  note: fc.option(fc.oneof(words, awkward)),
  loud: fc.boolean(),
  // A parser may take some of these words for the value of a switch before them.
  operand: fc
    .oneof(words, fc.constantFrom("-", "n", "no", "y", "true", "false", "0", "1", "off"))
    .filter((word) => word === "-" || !word.startsWith("-"))
})

/** One of the ways to write it: `--a b` or `--a=b`, in any order. */
const spell = (values: Given, joined: boolean, order: ReadonlyArray<number>): ReadonlyArray<string> => {
  const option = (name: string, value: string | number | null) =>
    value === null
      ? []
      : [joined || String(value).startsWith("-") ? [`--${name}=${value}`] : [`--${name}`, `${value}`]]
  const parts: ReadonlyArray<ReadonlyArray<string>> = [
    ...option("name", values.name),
    ...option("kind", values.kind),
    ...option("count", values.count),
    ...option("note", values.note),
    ...(values.loud ? [["--loud"]] : []),
    [values.operand]
  ]
  const place = (part: ReadonlyArray<string>) => order[parts.indexOf(part)] ?? 0
  return ["echo", ...[...parts].sort((a, b) => place(a) - place(b)).flat()]
}

describe("@effect/cli behind the strict reading", () => {
  it("gives a verb exactly the values that were written, however they were written", async () => {
    const order = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(given, fc.boolean(), order, async (values, joined, places) => {
        const output = await Effect.runPromise(icl([echo], [...spell(values, joined, places), "--json"]))
        expect(output.stderr).toBe("exit 0, done; next: \n")
        const { operand, ...flagValues } = values
        expect(JSON.parse(output.stdout)).toEqual({
          values: { ...flagValues, count: values.count ?? 7, json: true },
          operand
        })
      }),
      { numRuns: 100 }
    )
  })

  it("never sees what the table does not allow", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.constantFrom("--name", "--loud", "--count", "--kind", "--Name", "-l"))),
        (argv) => {
          const request = readArgv([echo], ["echo", ...argv])
          if (request._tag !== "Invocation") return
          for (const word of request.argv.slice(1, -1)) {
            const [spelled = "", ...rest] = word.split("=")
            const flag: Flag.Flag<unknown> | undefined = new Map<string, Flag.Flag<unknown>>(
              Object.entries(echo.flags)
            ).get(spelled.slice(2))
            expect(flag).toBeDefined()
            if (flag?.placeholder !== null)
              expect(Option.isSome(Either.getRight(flag?.decode(rest.join("=")) ?? Either.left("")))).toBe(
                true
              )
          }
        }
      ),
      { numRuns: 500 }
    )
  })
})
