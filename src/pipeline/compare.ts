import * as path from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Disk } from "../records/Disk.js"
import { canonicalHash } from "../records/Identity.js"
import { type Manifest, readVerifiedManifest } from "../records/Manifest.js"
import type { NotARun } from "../records/RecordError.js"
import * as RunDirectory from "../records/RunDirectory.js"
import type { ComparedRun, Experiment, ReadError } from "./Experiment.js"
import { makeEmptyFolder } from "./makeEmptyFolder.js"
import type { OutputNotEmpty, RunConflict } from "./PipelineError.js"
import { readScores } from "./report.js"
import { readSavedPlan } from "./SavedRun.js"

/** Runs that cannot stand in one table. */
export class NotComparable extends Data.TaggedError("NotComparable")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

export interface ComparisonSummary {
  readonly files: ReadonlyArray<string>
  readonly headline: string
}

type CompareError = NotARun | ReadError | RunConflict | NotComparable | OutputNotEmpty

/**
 * Several scored runs of one dataset side by side, such as two models or two efforts. Refuses runs that did not ask the same questions. Nothing
 * is pooled: every figure is of one run.
 */
export const compare = (
  experiment: Experiment,
  roots: ReadonlyArray<string>,
  out: string
): Effect.Effect<ComparisonSummary, CompareError, Disk> =>
  Effect.gen(function* () {
    const render = experiment.compare
    if (render === undefined)
      return yield* new NotComparable({ reason: `runs of ${experiment.id} cannot be compared` })
    const runs = yield* Effect.forEach(roots, (root) =>
      Effect.provide(readRun(experiment, root), RunDirectory.layer(root))
    )
    const [first, ...others] = runs
    if (first === undefined || others.length === 0)
      return yield* new NotComparable({ reason: "a comparison needs two runs" })
    for (const other of others) yield* refuseOther(first, other)
    const { files, headline } = yield* render(runs.map(({ run }) => run))
    yield* makeEmptyFolder(out)
    const disk = yield* Disk
    for (const { content, name } of files) {
      const file = path.join(out, name)
      yield* disk.makeFolder(path.dirname(file))
      yield* disk.replace(file, content)
    }
    return { files: files.map(({ name }) => name), headline }
  })

interface ReadRun {
  readonly run: ComparedRun
  readonly manifest: Manifest
  /** By case: a hash of what the model reads, whatever the model is. */
  readonly prompts: ReadonlyMap<string, string>
}

const readRun = (experiment: Experiment, root: string) =>
  Effect.gen(function* () {
    const manifest = yield* readVerifiedManifest
    if (manifest.experiment !== experiment.id)
      return yield* new NotComparable({ reason: `${root} is a run of ${manifest.experiment}` })
    const saved = yield* readSavedPlan
    const scores = yield* readScores(saved.trials)
    const prompts = new Map<string, string>()
    for (const trial of saved.trials) {
      if (prompts.has(trial.caseId)) continue
      const { input, instructions } = yield* saved.request(trial)
      prompts.set(
        trial.caseId,
        canonicalHash([instructions, ...input.map(({ content, role }) => [role, content])])
      )
    }
    const { protocol } = saved
    const read: ReadRun = { run: { label: root, protocol, scores }, manifest, prompts }
    return read
  })

/** The same questions with the same answers; the model, its settings and the number of replicates may differ. */
const refuseOther = (first: ReadRun, other: ReadRun): Effect.Effect<void, NotComparable> => {
  const [a, b] = [first.run.label, other.run.label]
  const missing =
    [...first.prompts.keys()].find((id) => !other.prompts.has(id)) ??
    [...other.prompts.keys()].find((id) => !first.prompts.has(id))
  if (missing !== undefined)
    return new NotComparable({ reason: `the datasets differ: only one of ${a} and ${b} has ${missing}` })
  const changed = [...first.prompts].find(([id, hash]) => other.prompts.get(id) !== hash)
  if (changed !== undefined)
    return new NotComparable({
      reason: `the datasets differ: ${a} and ${b} ask ${changed[0]} in other words`
    })
  const gold = ({ manifest }: ReadRun) => manifest.files["gold.jsonl"]?.sha256
  return gold(first) === gold(other)
    ? Effect.void
    : new NotComparable({ reason: `the datasets differ: ${a} and ${b} have other gold answers` })
}
