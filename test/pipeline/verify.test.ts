import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Experiment } from "../../src/pipeline/Experiment.js"
import { DamagedGold } from "../../src/pipeline/Gold.js"
import { report } from "../../src/pipeline/report.js"
import { score } from "../../src/pipeline/score.js"
import { verify } from "../../src/pipeline/verify.js"
import * as RunDirectory from "../../src/records/RunDirectory.js"
import { invoke, ok, plannedRun, rateLimited, server, testDisk } from "../support/liveRuns.js"
import { toyExperiment } from "../support/toyExperiment.js"

const toy = toyExperiment()

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

const services = (root: string) => Layer.mergeAll(testDisk(), RunDirectory.layer(root))

const finished = Effect.gen(function* () {
  const root = yield* plannedRun
  yield* invoke(
    root,
    server(({ attempt }) => (attempt === 1 ? rateLimited({ "retry-after": "0" }) : ok))
  )
  yield* score(toy).run.pipe(Effect.provide(services(root)))
  yield* report(toy).run.pipe(Effect.provide(services(root)))
  return root
})

const failures = (root: string, experiment: Experiment = toy) =>
  Effect.map(verify(experiment).run.pipe(Effect.provide(services(root))), ({ checks }) =>
    checks.flatMap(({ detail, name, passed }) => (passed ? [] : [`${name}: ${detail}`]))
  )

const edit = (file: string, change: (text: string) => string): void => {
  const before = fs.readFileSync(file, "utf8")
  const after = change(before)
  expect(after).not.toBe(before)
  fs.writeFileSync(file, after)
}

const firstTrial = (root: string): string =>
  path.join(root, "trials", fs.readdirSync(path.join(root, "trials"))[0] ?? "")

describe("verify", () => {
  it.scoped("finds nothing to say of an honest run, and changes nothing in it", () =>
    Effect.gen(function* () {
      const root = yield* finished
      const before = fs.readdirSync(root).sort()
      expect(yield* failures(root)).toEqual([])
      expect(fs.readdirSync(root).sort()).toEqual(before)
    })
  )

  it.scoped(
    "E4 takes a reservation that never left, and whose number was used again, for an honest one",
    () =>
      Effect.gen(function* () {
        const root = yield* finished
        edit(path.join(root, "usage-ledger.jsonl"), (text) => {
          const lines = text.trimEnd().split("\n")
          const at = lines.findIndex((line) => /"type":"reserved".*"attempt":2/.test(line))
          const reserved = lines[at] ?? ""
          const attempt = /"trialId":"[^"]*","attempt":\d+/.exec(reserved)?.[0] ?? ""
          const released = `{"seq":0,"at":"2026-01-01T00:00:00.000Z","type":"released",${attempt},"reason":"reserved, but never dispatched"}`
          const longer = [...lines.slice(0, at), reserved, released, ...lines.slice(at)]
          return `${longer.map((line, index) => line.replace(/"seq":\d+/, `"seq":${index + 1}`)).join("\n")}\n`
        })
        yield* report(toy).run.pipe(Effect.provide(services(root)))
        expect(yield* failures(root)).toEqual([])
      })
  )

  for (const [what, tamper, named] of [
    [
      "a body",
      (root: string) =>
        edit(path.join(firstTrial(root), "attempt-002-body.txt"), (text) => text.replace('"2"', '"3"')),
      "attempt-002-body.txt"
    ],
    [
      "a body together with its recorded hash",
      (root: string) => {
        // A forger who knows the format can make body and record agree, but not the score that was published.
        const body = path.join(firstTrial(root), "attempt-002-body.txt")
        const before = fs.readFileSync(body, "utf8")
        edit(body, (text) => text.replace('"2"', '"7"'))
        edit(path.join(firstTrial(root), "attempt-002-meta.json"), (text) =>
          text.replace(sha256(before), sha256(fs.readFileSync(body, "utf8")))
        )
      },
      "scores.jsonl"
    ],
    [
      "a score",
      (root: string) =>
        edit(path.join(root, "scores.jsonl"), (text) => text.replace("wrong_answer", "correct")),
      "scores.jsonl:"
    ],
    [
      "a score in the table alone",
      (root: string) =>
        edit(path.join(root, "trials.csv"), (text) => text.replace("wrong_answer", "correct")),
      "trials.csv:"
    ],
    [
      "a score that was left out",
      (root: string) => edit(path.join(root, "scores.jsonl"), (text) => text.replace(/.*\n$/, "")),
      "scores.jsonl:"
    ],
    [
      "a score too many",
      (root: string) => edit(path.join(root, "scores.jsonl"), (text) => `${text}${text}`),
      "scores.jsonl"
    ],
    [
      "a gold line",
      (root: string) =>
        edit(path.join(root, "gold.jsonl"), (text) => text.replace('"answer":2', '"answer":9')),
      "gold.jsonl"
    ],
    [
      "the report",
      (root: string) => edit(path.join(root, "report.md"), (text) => text.replace("wrong_answer", "correct")),
      "report.md"
    ],
    [
      "a request",
      (root: string) =>
        edit(path.join(firstTrial(root), "request.json"), (text) => text.replace("Add.", "Sum.")),
      "request.json"
    ],
    [
      "a ledger line that is left out",
      (root: string) =>
        edit(path.join(root, "usage-ledger.jsonl"), (text) => text.replace(/^.*"type":"released".*\n/m, "")),
      "usage-ledger.jsonl"
    ],
    [
      "a reservation that was never dispatched",
      (root: string) =>
        edit(path.join(root, "usage-ledger.jsonl"), (text) =>
          text.replace(/"type":"dispatched"(.*"kind":"generate")/, '"type":"settled"$1')
        ),
      "went"
    ],
    [
      "a line of events that is no JSON",
      (root: string) => edit(path.join(root, "events.jsonl"), (text) => `${text}{"seq":9`),
      "has seq undefined"
    ],
    [
      "a start of another protocol",
      (root: string) =>
        edit(path.join(root, "events.jsonl"), (text) =>
          text.replace(/"protocolHash":"[0-9a-f]{4}/, '"protocolHash":"0000')
        ),
      "tells of a start of another protocol"
    ],
    [
      "the address in the manifest",
      (root: string) =>
        edit(path.join(root, "manifest.json"), (text) => text.replace(/("baseUrl": "https?:..)./, "$10")),
      "audit.json is of another manifest.json"
    ],
    [
      "the story of the starts, taken away",
      (root: string) => fs.rmSync(path.join(root, "events.jsonl")),
      "events.jsonl tells of no start"
    ],
    [
      "an audit that was taken away",
      (root: string) => fs.rmSync(path.join(root, "audit.json")),
      "audit.json"
    ],
    [
      "an end that is no JSON",
      (root: string) => edit(path.join(firstTrial(root), "terminal.json"), () => "x"),
      "its terminal record names another trial"
    ],
    [
      "a settled amount",
      (root: string) =>
        edit(path.join(root, "usage-ledger.jsonl"), (text) =>
          text.replace(/"type":"settled","tokens":\d+/, '"type":"settled","tokens":1')
        ),
      "settles 1, and the reply reports"
    ],
    [
      "a reserved amount",
      (root: string) =>
        edit(path.join(root, "usage-ledger.jsonl"), (text) =>
          text.replace(/"tokens":\d+,"in/, '"tokens":9,"in')
        ),
      "reserves 9, and its request needs"
    ],
    [
      "an amount that is given back and was billed",
      (root: string) =>
        edit(path.join(root, "usage-ledger.jsonl"), (text) =>
          text.replace(/"type":"settled","tokens":\d+/, '"type":"released","reason":"free"')
        ),
      "gives back what the reply reports as"
    ],
    [
      "a trial that nobody planned",
      (root: string) => {
        const planted = path.join(root, "trials", "f".repeat(32))
        fs.cpSync(firstTrial(root), planted, { recursive: true })
        return planted
      },
      `trials/${"f".repeat(32)}`
    ],
    [
      "an end that rests on nothing",
      (root: string) =>
        edit(path.join(firstTrial(root), "terminal.json"), (text) =>
          text.replace('"decidingAttempt":2', '"decidingAttempt":9')
        ),
      "attempt 9"
    ]
  ] as const) {
    it.scoped(`names ${what} that was tampered with`, () =>
      Effect.gen(function* () {
        const root = yield* finished
        tamper(root)
        const found = yield* failures(root)
        expect(found.join("\n")).toContain(named)
      })
    )
  }

  it.scoped(
    "H7 names an answer that was declared missing, however well scores and report follow from that",
    () =>
      Effect.gen(function* () {
        const root = yield* finished
        edit(path.join(firstTrial(root), "terminal.json"), (text) =>
          text.replace(/"conclusion":"response"/, '"conclusion":"api_rejected"')
        )
        yield* score(toy).run.pipe(Effect.provide(services(root)))
        yield* report(toy).run.pipe(Effect.provide(services(root)))
        expect(yield* failures(root)).toEqual([
          expect.stringMatching(
            /terminal\.json says api_rejected, and attempt 2 has a reply that can be judged$/
          )
        ])
      })
  )

  it.scoped("checks a ledger also where the events were taken away", () =>
    Effect.gen(function* () {
      const root = yield* finished
      fs.rmSync(path.join(root, "events.jsonl"))
      edit(path.join(root, "usage-ledger.jsonl"), (text) =>
        text.replace(/"type":"settled","tokens":\d+/, '"type":"settled","tokens":1')
      )
      expect((yield* failures(root)).join("\n")).toContain("settles 1, and the reply reports")
    })
  )

  it.scoped("names gold of another shape, on which no answer can be graded", () =>
    Effect.gen(function* () {
      const root = yield* finished
      edit(path.join(root, "gold.jsonl"), (text) => text.replace('"answer":2', '"answer":"two"'))
      const strict: Experiment = {
        ...toy,
        grade: () => {
          throw new DamagedGold("it is no integer")
        }
      }
      const found = yield* failures(root, strict)
      expect(found.join("\n")).toMatch(
        /grade to the saved scores: .*gold\.jsonl is damaged: .*it is no integer/
      )
    })
  )

  it.scoped("says what is missing from a run that is not scored yet", () =>
    Effect.gen(function* () {
      const root = yield* plannedRun
      expect((yield* failures(root)).join("\n")).toContain("scores.jsonl")
    })
  )
})
