import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Disk from "../../src/records/Disk.js"
import * as RecordLog from "../../src/runner/RecordLog.js"
import { temporaryFolder } from "../support/runs.js"

const logFile = Effect.map(temporaryFolder, (folder) => path.join(folder, "events.jsonl"))

const replay = () => Either.right(undefined)

const replayed = (file: string) =>
  Effect.gen(function* () {
    const records: Array<unknown> = []
    yield* RecordLog.read(file, (record) => Either.right(void records.push(record)))
    return records
  })

const appended = (file: string, type: string, durability: Disk.Durability) =>
  Effect.scoped(Effect.flatMap(RecordLog.open(file, { durability, replay }), (log) => log.append({ type })))

for (const durability of ["plain", "durable"] as const)
  describe(`RecordLog, ${durability}`, () => {
    it.scoped("numbers records from 1 and goes on where it stopped", () =>
      Effect.gen(function* () {
        const file = yield* logFile
        yield* appended(file, "a", durability)
        yield* appended(file, "b", durability)
        expect(fs.readFileSync(file, "utf8")).toBe('{"seq":1,"type":"a"}\n{"seq":2,"type":"b"}\n')
      }).pipe(Effect.provide(Disk.layer))
    )

    for (const [what, tail] of [
      ["in the middle of a record", Buffer.from('{"seq":3,"ty')],
      ["inside a character of three bytes", Buffer.from('{"seq":3,"text":"あ').subarray(0, -1)],
      ["right before the line feed", Buffer.from('{"seq":3,"type":"c"}')]
    ] as const) {
      it.scoped(`E2 a last line torn ${what} is put aside before anything is appended`, () =>
        Effect.gen(function* () {
          const file = yield* logFile
          const whole = '{"seq":1,"type":"a"}\n{"seq":2,"type":"b"}\n'
          fs.writeFileSync(file, Buffer.concat([Buffer.from(whole), tail]))
          expect(yield* replayed(file)).toHaveLength(2)
          yield* appended(file, "next", durability)
          expect(fs.readFileSync(file, "utf8")).toBe(`${whole}{"seq":3,"type":"next"}\n`)
          expect(fs.readFileSync(`${file}.torn-3`).equals(tail)).toBe(true)
        }).pipe(Effect.provide(Disk.layer))
      )
    }

    for (const [what, text, line] of [
      ["that is not JSON", '{"seq":1}\n{"seq":2,\n{"seq":3}\n', 2],
      ["that is missing", '{"seq":1}\n{"seq":3}\n', 2],
      ["that is empty", '{"seq":1}\n\n{"seq":2}\n', 2]
    ] as const) {
      it.scoped(`a record ${what} stops with its file and line, and nothing is changed`, () =>
        Effect.gen(function* () {
          const file = yield* logFile
          fs.writeFileSync(file, text)
          const error = yield* Effect.flip(appended(file, "next", durability))
          expect(error).toMatchObject({ _tag: "DamagedRecord", path: file, line })
          expect(fs.readFileSync(file, "utf8")).toBe(text)
        }).pipe(Effect.provide(Disk.layer))
      )
    }
  })
