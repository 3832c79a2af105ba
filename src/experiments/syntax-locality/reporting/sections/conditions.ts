import type { Json } from "../../../../json/Json.js"
import type { ReportInput } from "../../../../pipeline/Experiment.js"
import { levelsOf } from "../../../comparison/Slice.js"
import { textTable } from "../../../comparison/tables.js"
import { textOf } from "../../../comparison/textOf.js"
import { notationOf } from "../../Arms.js"
import { styleLetter, styles } from "../../lang/Syntax.js"
import { design } from "../design.js"
import type { Results } from "../Results.js"

/** 2. What was run, under which protocol, with which model, when. */
export const conditionsSection = (results: Results, input: ReportInput): ReadonlyArray<string> => [
  textTable(
    ["condition", "value"],
    [
      ["preset", results.run.preset],
      ["phase", textOf(input.protocol["phase"])],
      ["model asked", results.run.model],
      ["model that answered", returned(results)],
      ["reasoning effort", setting(input.protocol["reasoningEffort"])],
      ["output limit, tokens", setting(input.protocol["maxOutputTokensReading"])],
      ...(results.suites.some(({ task }) => task === "ast_to_source")
        ? [["output limit of programs, tokens", setting(input.protocol["maxOutputTokensGeneration"])]]
        : []),
      ["examples in a prompt", setting(input.protocol["fewShotCount"])],
      ["indentation", setting(input.protocol["indentation"])],
      ["master seed / namespace", seeds(input)],
      ["protocol hash", input.protocolHash],
      ["dataset hash", input.datasetHash],
      ...results.suites.map(({ task, view, trials }) => [`${task} / ${view}`, gridText(trials)]),
      ["synthetic_mock", String(results.run.synthetic)]
    ]
  ),
  results.run.aa
    ? `Arms: ${results.run.arms.map((arm) => `${arm} = ${notationOf(arm)}`).join(", ")}.`
    : `Styles: ${styles.map((style) => `${styleLetter[style]} = ${style}`).join(", ")}.`,
  invocations(input)
]

/** `null` in a protocol means that the parameter is not sent. */
const setting = (value: Json | undefined): string => (value === null ? "not sent" : textOf(value))

const seeds = ({ protocol }: ReportInput): string =>
  `${textOf(protocol["masterSeed"])} / ${textOf(protocol["seedNamespace"])}`

const returned = ({ run }: Results): string =>
  run.returnedModels.length === 0
    ? "none"
    : run.returnedModels.map(([model, replies]) => `${model} (${replies} replies)`).join(", ")

const gridText = (trials: Results["trials"]): string => {
  const { regimes, depths, fillers } = levelsOf(trials, design.order)
  const families = new Set(trials.map(({ at }) => at.familyId)).size
  const replicates = new Set(trials.map(({ row }) => row.replicate)).size
  return [
    `${families} families`,
    `depth ${depths.join(", ")}`,
    `filler ${fillers.join(", ")}`,
    regimes.join(" + "),
    `${replicates} replicate${replicates === 1 ? "" : "s"}`,
    `${trials.length} trials`
  ].join("; ")
}

const invocations = ({ invocations: starts }: ReportInput): string =>
  starts.length === 0
    ? "No invocation is recorded."
    : textTable(
        ["started", "ended", "mode", "simulated model"],
        starts.map(({ startedAt, endedAt, mode, simulated }) => [
          startedAt,
          endedAt ?? "not recorded",
          mode,
          simulated ?? "none"
        ])
      )
