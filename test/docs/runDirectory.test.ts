import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { syntaxLocality } from "../../src/experiments/syntax-locality/SyntaxLocality.js"
import type { Json, JsonObject } from "../../src/json/Json.js"
import { parseJson } from "../../src/json/JsonParser.js"
import { AuditRecord } from "../../src/pipeline/audit.js"
import { FreezeRecord } from "../../src/pipeline/Freeze.js"
import { plan } from "../../src/pipeline/plan.js"
import { Capabilities } from "../../src/pipeline/preflight.js"
import { deriveSeed } from "../../src/random/Seeds.js"
import { canonicalHash } from "../../src/records/Identity.js"
import { Manifest } from "../../src/records/Manifest.js"
import { PlannedTrial } from "../../src/records/PlannedTrial.js"
import { ScoreRow } from "../../src/records/ScoreRow.js"
import { AttemptMeta, Terminal } from "../../src/records/TrialRecord.js"
import { LedgerRecord } from "../../src/runner/LedgerRecord.js"
import { TokenCount } from "../../src/runner/TokenCounter.js"
import { runServices, temporaryFolder } from "../support/runs.js"
import { page, tableUnder } from "./pages.js"

const doc = page("docs/run-directory.md")

/** What a plan of all tasks writes beside protocol, manifest and schedule. */
const dataFiles = [
  "families.jsonl",
  "generation-families.jsonl",
  "examples.jsonl",
  "gold.jsonl",
  "cases.jsonl"
]

describe("docs/run-directory.md names the fields that are saved", () => {
  const scored = Object.keys(ScoreRow.fields).filter((name) => !Object.hasOwn(PlannedTrial.fields, name))
  const documented = [
    ["`manifest.json`", Object.keys(Manifest.fields)],
    ["`schedule.jsonl`", Object.keys(PlannedTrial.fields)],
    ["`audit.json`", Object.keys(AuditRecord.fields)],
    ["`freeze.json`", Object.keys(FreezeRecord.fields)],
    ["`capabilities.json`", Object.keys(Capabilities.fields)],
    ["`trials/<trialId>/token-count.json`", Object.keys(TokenCount.fields)],
    ["`trials/<trialId>/attempt-001-meta.json`", Object.keys(AttemptMeta.fields)],
    ["`trials/<trialId>/terminal.json`", Object.keys(Terminal.fields)],
    ["`scores.jsonl`", scored],
    ["`usage-ledger.jsonl`", LedgerRecord.members.map(({ fields }) => fields.type.literals[0])]
  ] as const
  it.each(documented)("%s", (heading, names) => {
    expect([...tableUnder(doc, heading)].sort()).toEqual([...names].sort())
  })

  it.scoped("the data and the protocol, as a plan writes them", () =>
    Effect.gen(function* () {
      const root = path.join(yield* temporaryFolder, "run")
      const settings = {
        preset: "smoke",
        phase: "p1",
        configPath: null,
        model: null,
        replicates: null
      } as const
      yield* plan(syntaxLocality, { ...settings, baseUrl: "https://x/v1" }).run.pipe(
        Effect.provide(runServices(root))
      )
      const read = (name: string) => fs.readFileSync(path.join(root, name), "utf8")
      for (const name of dataFiles) {
        const rows = read(name)
          .trimEnd()
          .split("\n")
          .map((line) => Object.keys(JSON.parse(line)))
        expect([name, ...[...tableUnder(doc, `\`${name}\``)].sort()]).toEqual([
          name,
          ...new Set(rows.flat().sort())
        ])
      }
      const config = fs.readFileSync(path.join(import.meta.dirname, "../../configs/smoke.json"), "utf8")
      const explained = [
        ...tableUnder(doc, "`protocol.json`"),
        "formatVersion",
        ...Object.keys(JSON.parse(config))
      ]
      const unexplained = Object.keys(JSON.parse(read("protocol.json"))).filter(
        (key) => !explained.includes(key)
      )
      expect(unexplained).toEqual([])
    })
  )
})

describe("the vectors of docs/run-directory.md", () => {
  // They were computed in Python from the recipe on the page, and not by this program.
  it("child seeds", () => {
    const rows = doc.prose.flatMap((line) => {
      const found = /^\| child seed of \(([^,]+), `([^`]+)`, (\d+)\) +\| `(-?\d+)` +\|$/.exec(line)
      return found === null ? [] : [found.slice(1)]
    })
    expect(rows).toHaveLength(3)
    for (const [master = "", namespace = "", index, seed] of rows) {
      expect(String(deriveSeed(BigInt(master.replace("−", "-")), namespace, Number(index)))).toBe(seed)
    }
  })

  it("protocol hash, request hash and trial id", () => {
    const text = doc.blocks.find((block) => block.text.startsWith('{"protocol":'))?.text ?? ""
    const vector = object(Either.getOrThrow(parseJson(text)))
    const of = (name: string): Json => vector[name] ?? null
    expect(canonicalHash(of("protocol"))).toBe(of("protocolHash"))
    expect(canonicalHash(of("request"))).toBe(of("requestSha256"))
    const identity = {
      identityVersion: 1,
      protocolHash: of("protocolHash"),
      factors: of("factors"),
      replicate: of("replicate"),
      requestSha256: of("requestSha256")
    }
    expect(canonicalHash(identity).slice(0, 32)).toBe(of("trialId"))
  })
})

const object = (value: Json): JsonObject => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError("not an object")
  // Neither null nor an array nor a scalar; a number with digits to keep does not occur in the page.
  return value as JsonObject
}
