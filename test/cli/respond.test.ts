import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ExitCode } from "../../src/cli/exitCode.js"
import * as Flag from "../../src/cli/Flag.js"
import type { Output } from "../../src/cli/respond.js"
import { UsageError } from "../../src/cli/UsageError.js"
import * as Verb from "../../src/cli/Verb.js"
import * as Pipeline from "../../src/pipeline/PipelineError.js"
import { DiskError } from "../../src/records/Disk.js"
import { DamagedRecord, IntegrityError, NotARun } from "../../src/records/RecordError.js"
import { RunLocked } from "../../src/runner/RunLock.js"
import * as Shutdown from "../../src/runner/Shutdown.js"
import { icl, lastLine } from "./support.js"

/** A verb `do` that ends as the test wants. */
const doing = (run: Effect.Effect<Verb.Result, Verb.Failure, Verb.CliServices>, stopsGracefully = false) => [
  Verb.make({
    name: "do",
    summary: "",
    examples: [],
    flags: { word: Flag.optional(Flag.text("WORD", "")) },
    stopsGracefully,
    run: () => run
  })
]

const result = (code: ExitCode = 0): Verb.Result => ({
  json: { answer: 42, text: "ä\n" },
  lines: ["for people", "two lines"],
  code,
  next: "icl-bench next"
})

const ended = (verbs: ReadonlyArray<Verb.Verb>, ...argv: ReadonlyArray<string>): Effect.Effect<Output> =>
  icl(verbs, ["do", ...argv])

describe("a verb that ends well", () => {
  it.effect("prints its lines to stdout and one closing line to stderr", () =>
    Effect.gen(function* () {
      expect(yield* ended(doing(Effect.succeed(result())))).toEqual({
        code: 0,
        stdout: "for people\ntwo lines\n",
        stderr: "exit 0, done; next: icl-bench next\n"
      })
    })
  )

  it.effect("prints one JSON object with --json", () =>
    Effect.gen(function* () {
      const { stderr, stdout } = yield* ended(doing(Effect.succeed(result())), "--json")
      expect(stdout).toBe('{"answer":42,"text":"ä\\n"}\n')
      expect(stderr).toBe("exit 0, done; next: icl-bench next\n")
    })
  )

  it.effect("I4 prints it on one line, whatever line breaks its text has", () =>
    Effect.gen(function* () {
      const text = "a\u0085b\u2028c\u2029d\r\ne"
      const { stdout } = yield* ended(doing(Effect.succeed({ ...result(), json: { text } })), "--json")
      expect(stdout.trimEnd()).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]/)
      expect(JSON.parse(stdout)).toEqual({ text })
    })
  )

  it.effect("I7 never prints null for a figure that is not a number", () =>
    Effect.gen(function* () {
      for (const rate of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const json = { conditions: [{ rate }] }
        const exit = yield* Effect.exit(ended(doing(Effect.succeed({ ...result(), json })), "--json"))
        expect(exit).toMatchObject({ _tag: "Failure", cause: { _tag: "Die" } })
      }
      const unknown = yield* ended(doing(Effect.succeed({ ...result(), json: { rate: null } })), "--json")
      expect(unknown.stdout).toBe('{"rate":null}\n')
    })
  )

  it.effect("may end with another code than 0", () =>
    Effect.gen(function* () {
      const { code, stderr } = yield* ended(doing(Effect.succeed(result(3))))
      expect(code).toBe(3)
      expect(stderr).toBe("exit 3, stopped early, resumable; next: icl-bench next\n")
    })
  )
})

describe("F3 exit codes tell failures apart, and a failure leaves stdout empty", () => {
  const failures: ReadonlyArray<readonly [ExitCode, Verb.Failure]> = [
    [1, new DiskError({ operation: "write", path: "runs/x/a", code: "ENOSPC" })],
    [1, new RunLocked({ path: "runs/x/run.lock", holder: "process 1", certain: true })],
    [2, new UsageError({ problem: "--a and --b contradict each other" })],
    [2, new Pipeline.ConfigError({ source: "a.json", issues: ["unknown key 'modle'"] })],
    [2, new Pipeline.PlanRefused({ reason: "depth 61" })],
    [2, new Pipeline.OutputNotEmpty({ path: "runs/x", found: "things" })],
    [2, new Pipeline.UnknownProfile({ profile: "x", known: ["noisy"] })],
    [2, new Pipeline.RunConflict({ reason: "another model" })],
    [2, new Pipeline.NoSuchTrial({ asked: "--trial 0", advice: "look" })],
    [2, new NotARun({ path: "runs/x", reason: "it has no manifest.json" })],
    [4, new Pipeline.AuditFailed({ failed: ["gold: 1 of 20"] })],
    [4, new IntegrityError({ path: "runs/x/gold.jsonl", expected: "a", found: "b" })],
    [4, new DamagedRecord({ path: "runs/x/gold.jsonl", line: 3, reason: "torn" })]
  ]

  it.effect.each(failures)("%d for %s", ([code, failure]) =>
    Effect.gen(function* () {
      for (const flags of [[], ["--json"]]) {
        const output = yield* ended(doing(Effect.fail(failure)), ...flags)
        expect(output.code).toBe(code)
        expect(output.stdout).toBe("")
        expect(output.stderr).toContain(failure.message)
        expect(lastLine(output.stderr)).toMatch(new RegExp(`^exit ${code}, .*; next: .+`))
        if (code === 2) expect(output.stderr.trimEnd()).not.toContain("\n")
      }
    })
  )

  it.effect("an unreadable file is 2 where the command line names it, and 1 elsewhere", () =>
    Effect.gen(function* () {
      const unreadable = new DiskError({ operation: "read", path: "a.json", code: "ENOENT" })
      expect(yield* ended(doing(Effect.fail(unreadable)), "--word", "a.json")).toEqual({
        code: 2,
        stdout: "",
        stderr: "exit 2, usage error: cannot read a.json: ENOENT; next: icl-bench do --help\n"
      })
      expect(yield* ended(doing(Effect.fail(unreadable)), "--word", "data.json")).toMatchObject({ code: 1 })
    })
  )

  it.effect("damaged scores are to be made again, other records to be restored", () =>
    Effect.gen(function* () {
      const next = (path: string) =>
        Effect.map(
          ended(doing(Effect.fail(new DamagedRecord({ path, line: 3, reason: "torn" })))),
          (output) => lastLine(output.stderr).replace(/^.*; next: /, "")
        )
      expect(yield* next("runs/a b/scores.jsonl")).toBe("icl-bench score --run 'runs/a b'")
      expect(yield* next("runs/a b/events.jsonl")).toContain("from a copy")
    })
  )

  it.effect("a fault of ours is 1 and says where it is", () =>
    Effect.gen(function* () {
      const output = yield* ended(doing(Effect.die(new Error("boom"))), "--word", "it's")
      expect(output).toMatchObject({ code: 1, stdout: "" })
      expect(output.stderr).toMatch(/^a fault in icl-bench: Error: boom/)
      expect(lastLine(output.stderr)).toBe(
        `exit 1, failed; next: report this, with the command icl-bench do '--word=it'\\''s'`
      )
    })
  )
})

describe("a usage error", () => {
  it.effect("is one line on stderr", () =>
    Effect.gen(function* () {
      expect(yield* ended(doing(Effect.succeed(result())), "--wrod", "x")).toEqual({
        code: 2,
        stdout: "",
        stderr:
          "exit 2, usage error: do has no option '--wrod' (did you mean --word?); next: icl-bench do --help\n"
      })
    })
  )

  it.effect("without a verb shows the help, on stderr", () =>
    Effect.gen(function* () {
      const output = yield* icl(doing(Effect.succeed(result())), [])
      expect(output).toMatchObject({ code: 2, stdout: "" })
      expect(output.stderr).toMatch(/^icl-bench: /)
      expect(lastLine(output.stderr)).toBe("exit 2, usage error: a verb is missing; next: icl-bench --help")
    })
  )
})

describe("a request to stop", () => {
  it.effect("interrupts a verb that does not watch for it, with 3", () =>
    Effect.gen(function* () {
      const output = yield* icl(doing(Effect.never), ["do"], { shutdown: asked })
      expect(output).toMatchObject({ code: 3, stdout: "" })
      expect(lastLine(output.stderr)).toBe("exit 3, stopped early, resumable; next: icl-bench do")
    })
  )

  it.effect("is left to a verb that does", () =>
    Effect.gen(function* () {
      const watching = Effect.gen(function* () {
        yield* (yield* Shutdown.Shutdown).await
        yield* Effect.yieldNow()
        return result(3)
      })
      const output = yield* icl(doing(watching, true), ["do"], { shutdown: asked })
      expect(output.stdout).toContain("for people")
      expect(output.code).toBe(3)
    })
  )
})

const asked = Layer.effect(
  Shutdown.Shutdown,
  Effect.tap(Shutdown.make, (shutdown) => shutdown.request)
)
