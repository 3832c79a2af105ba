import * as fs from "node:fs"
import { fileURLToPath } from "node:url"
import * as JSONSchema from "effect/JSONSchema"
import { expect, it } from "vitest"
import { RunFile } from "../../../../src/experiments/workbench/reporting/RunFile.js"

it("run.schema.json is the published form of run-<model>.json; that runs keep it is tested where there are runs", () => {
  const file = fileURLToPath(
    new URL("../../../../configs/workbench/schemas/run.schema.json", import.meta.url)
  )
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual(
    JSON.parse(JSON.stringify(JSONSchema.make(RunFile)))
  )
})
