import * as fs from "node:fs"
import * as path from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { workbench } from "../../../../src/experiments/workbench/Workbench.js"
import { verify } from "../../../../src/pipeline/verify.js"
import { runServices } from "../../../support/runs.js"
import { sampleRun } from "./standInRun.js"

const complaints = (root: string) =>
  Effect.map(verify(workbench).run, ({ checks }) =>
    checks.flatMap(({ detail, name, passed }) => (passed ? [] : [`${name}: ${detail}`]))
  ).pipe(Effect.provide(runServices(root)))

it.scoped("verify names raw results of nobody's, and nothing that people lay beside a run", () =>
  Effect.gen(function* () {
    const root = yield* sampleRun
    const own = fs.readdirSync(root).filter((name) => name.startsWith("run-"))
    expect(own).toEqual([
      "run-claude.json",
      "run-gemini.json",
      "run-stand-in-1b.json",
      "run-stand-in-8b.json"
    ])
    for (const name of ["notes.md", "rerun-1.json", "run-book.txt"])
      fs.writeFileSync(path.join(root, name), "{}")
    expect(yield* complaints(root)).toEqual([])

    for (const name of ["run-claude-2.json", "run-extra.json"])
      fs.copyFileSync(path.join(root, "run-claude.json"), path.join(root, name))
    expect(yield* complaints(root)).toEqual([
      "the report follows from the saved files: run-claude-2.json is no file of this report; run-extra.json is no file of this report"
    ])
  })
)
