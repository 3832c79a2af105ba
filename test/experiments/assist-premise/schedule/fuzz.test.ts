import { expect, it } from "@effect/vitest"
import { fuzz } from "./fuzz.js"
import { fixture } from "./support.js"

const bodies = ["schedule-examples.json", "reference-bodies.json"].flatMap((name) =>
  fixture<{ body: string }>(name).map(({ body }) => body)
)

/** The campaign is `npm run test:fuzz`. */
it("any text is an answer or one well-formed error", { timeout: 120_000 }, () => {
  const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`schedule fuzz: FUZZ_SEED=${seed} repeats this`)
  const { outcomes, slowest } = fuzz(seed, { parsed: 30_000, evaluated: 1_500 }, bodies)
  // The inputs reach deep enough to be worth the time.
  expect(outcomes.get("points") ?? 0).toBeGreaterThan(200)
  expect(outcomes.size).toBeGreaterThan(8)
  expect(slowest.ms).toBeLessThan(20_000)
})
