import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hashProgram } from "../../src/pipeline/programFiles.js"
import * as Disk from "../../src/records/Disk.js"
import { temporaryFolder } from "../support/runs.js"

const program = {
  "bin.js": 'import{a as b}from"./chunks/one.js";const later=()=>import("./chunks/two.js");',
  "chunks/one.js": 'import "./three.js"\nexport const a = 1',
  "chunks/two.js": "export const late = 2",
  "chunks/three.js": "export const deep = 3",
  "chunks/stale.js": "export const old = 4"
}

const hashOf = (files: Record<string, string>) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      fs.writeFileSync(path.join(folder, name), text)
    }
    return yield* hashProgram(path.join(folder, "bin.js"))
  }).pipe(Effect.provide(Disk.layer), Effect.scoped)

describe("the hash of a program", () => {
  it.effect("is the same wherever the program stands, and does not see what nothing imports", () =>
    Effect.gen(function* () {
      const { "chunks/stale.js": _, ...used } = program
      expect(yield* hashOf(program)).toBe(yield* hashOf(used))
    })
  )

  for (const name of ["bin.js", "chunks/one.js", "chunks/two.js", "chunks/three.js"] as const) {
    it.effect(`changes with ${name}`, () =>
      Effect.gen(function* () {
        const changed = { ...program, [name]: `${program[name]} ` }
        expect(yield* hashOf(changed)).not.toBe(yield* hashOf(program))
      })
    )
  }
})
