/**
 * A stage of one's own over a finished run: when a model names a wrong value, is it one that the variable had in another scope?
 * Writes `shadowing.csv`: for each style, how many wrong answers are such values and how many are anything else.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Disk, RunDirectory, readQuestion, renderCsv, Stage, transcripts } from "syntax-locality-icl"

/** `shadowed`: a value of the right variable that is hidden or out of scope at the probe. */
export type Confusion = "shadowed" | "other"

export const shadowing = Stage.make({
  name: "shadowing",
  reads: ["scores.jsonl", "trials/*"],
  writes: ["shadowing.csv"],
  run: Effect.gen(function* () {
    const counts = new Map<string, Record<Confusion, number>>()
    yield* Stream.runForEach(transcripts, ({ answer, request, score }) =>
      Effect.sync(() => {
        const question = readQuestion(request)
        if (score.outcome !== "wrong_answer" || question?.task !== "scope_lookup") return
        const { events, probe } = question.prefix
        const values = events.flatMap((event) =>
          event.type === "let" && event.variable === probe.variable ? [String(event.value)] : []
        )
        const style = String(score.factors["style"])
        const count = counts.get(style) ?? { shadowed: 0, other: 0 }
        count[values.includes((answer ?? "").trim()) ? "shadowed" : "other"]++
        counts.set(style, count)
      })
    )
    const rows = [...counts].sort().map(([style, { other, shadowed }]) => [style, shadowed, other])
    const csv = renderCsv(["style", "shadowed", "other"], rows)
    yield* (yield* Disk.Disk).replace((yield* RunDirectory.RunDirectory).file("shadowing.csv"), csv)
    return counts
  })
})
