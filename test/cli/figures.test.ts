import * as fs from "node:fs"
import * as path from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { verbs } from "../../src/cli.js"
import { temporaryFolder } from "../support/runs.js"
import { expectSound } from "../support/svg.js"
import { icl } from "./support.js"

const bench = (...argv: ReadonlyArray<string>) => icl(verbs, argv)

it.effect("report writes figures into their folder, and verify finds one that was changed", () =>
  Effect.gen(function* () {
    const run = path.join(yield* temporaryFolder, "smoke")
    yield* bench("plan", "--preset", "smoke", "--out", run)
    yield* bench("audit", "--run", run)
    yield* bench("run", "--run", run, "--mock")
    yield* bench("score", "--run", run)
    yield* bench("report", "--run", run)
    const folder = path.join(run, "figures")
    const names = fs.readdirSync(folder)
    expect(names).toContain("contrasts.svg")
    for (const name of names.filter((one) => one.endsWith(".svg"))) {
      const svg = fs.readFileSync(path.join(folder, name), "utf8")
      expectSound(svg)
      expect(svg).toContain("synthetic_mock: simulated model")
      expect(names).toContain(name.replace(".svg", ".csv"))
    }
    const timeline = path.join(folder, "timeline.svg")
    fs.writeFileSync(
      timeline,
      fs.readFileSync(timeline, "utf8").replace("The run in time", "The run in tune")
    )
    const verified = yield* bench("verify", "--run", run)
    expect(verified.code).toBe(4)
    expect(verified.stdout).toContain("figures/timeline.svg is not what the saved files give")
  }).pipe(Effect.scoped)
)
