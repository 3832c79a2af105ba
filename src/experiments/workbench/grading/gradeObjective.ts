import type { LayerGold } from "../tasks/GoldSpec.js"
import type { Task } from "../tasks/Task.js"
import { isObjective, type ObjectiveLayer } from "../tasks/TaskSpec.js"
import { gradeFields } from "./gradeFields.js"
import { gradeExact, gradeIncludes, gradeNumeric, gradeRegex } from "./gradeText.js"
import { jsonAnswer, textOf, valueAt } from "./jsonAnswer.js"
import { type Submission, submissionLimit, textFor } from "./Submission.js"
import { full, nothing, type Verdict } from "./Verdict.js"

/**
 * The verdicts of a task's objective layers by their ids (specification 4). Pure: what the programs of `script` layers said comes in as exit codes
 * that were saved with the run. A program without an exit code leaves its layer out: that is missing, and no mistake.
 */
export const gradeObjective = (
  { gold, spec }: Task,
  submission: Submission,
  exitCodes: ReadonlyMap<string, number>
): ReadonlyMap<string, Verdict> => {
  const verdicts = new Map<string, Verdict>()
  for (const layer of spec.grade.layers) {
    if (!isObjective(layer)) continue
    const expected = gold.get(layer.id)
    if (expected === undefined) throw new RangeError(`the layer ${layer.id} has no gold`) // readTask lets no such task through
    const verdict =
      expected.method === "script"
        ? scriptVerdict(exitCodes.get(layer.id))
        : gradeLayer(layer, expected, submission)
    if (verdict !== null) verdicts.set(layer.id, verdict)
  }
  return verdicts
}

const scriptVerdict = (exitCode: number | undefined): Verdict | null => {
  if (exitCode === undefined) return null
  return exitCode === 0 ? full : nothing(`the check ended with ${exitCode}`)
}

const gradeLayer = (
  layer: ObjectiveLayer,
  expected: Exclude<LayerGold, { method: "script" }>,
  submission: Submission
): Verdict => {
  const file = layer.method === "script" ? undefined : layer.file
  const text = textFor(submission, file)
  if (text === null) return nothing(`there is no file ${file}`)
  if (text.length > submissionLimit) return nothing(`is longer than ${submissionLimit} characters`)
  if (expected.method === "json-field") {
    const json = jsonAnswer(text)
    return json === null ? nothing("is not one JSON value") : gradeFields(expected.gold, json.value)
  }
  const place = placeIn(layer, text)
  if (place === null) return nothing(`${"field" in layer ? layer.field : ""} leads nowhere in the answer`)
  switch (expected.method) {
    case "exact":
      return gradeExact(expected.gold, place)
    case "includes":
      return gradeIncludes(expected.gold, place)
    case "regex":
      return gradeRegex(expected.gold, place)
    case "numeric":
      return gradeNumeric(expected.gold, place)
  }
}

/** The whole text, or what the layer's pointer leads to in a JSON answer. */
const placeIn = (layer: ObjectiveLayer, text: string): string | null => {
  if (!("field" in layer) || layer.field === undefined) return text
  const json = jsonAnswer(text)
  const value = json === null ? undefined : valueAt(json.value, layer.field)
  return value === undefined ? null : textOf(value)
}
