import type { Json, JsonObject } from "../../json/Json.js"
import type { SimulatedModel } from "../../llm/simulated/SimulatedModel.js"
import type { AuditCheck, Grade, SavedPlan } from "../../pipeline/Experiment.js"
import type { Contrast } from "../../stats/Observation.js"

/** One question in all of its arms: the unit that a comparison draws. */
export interface PairedFamily {
  readonly family: string
  /** The cell of the design that the family was drawn for: one or two factor levels. Default: one cell for all. */
  readonly stratum?: readonly [number] | readonly [number, number]
  /** One of the repeated measurements of a family, if it has several. Default: `all`. */
  readonly regime?: string
  /** What a grader compares with. It never reaches a request. */
  readonly gold: Json
  /** What is asked, by arm. Whatever differs between two of them is what the comparison is about. */
  readonly prompts: Readonly<Record<string, Prompt>>
}

/** What one arm of a family is asked: instructions, and one message of the user. */
export interface Prompt {
  readonly instructions: string
  readonly user: string
}

/** What a plan's families follow from. The same input must give the same families, on every machine. */
export interface FamilySource {
  /** The settings of the chosen preset. */
  readonly settings: JsonObject
  /** A seed of its own for each namespace and index (docs/protocol.md, decision 1), for `JavaRandom`. */
  readonly seed: (namespace: string, index: number) => bigint
}

/**
 * An experiment whose trials are single questions in matched arms. `definePaired` makes an {@link Experiment} of it: plan, audit, limits,
 * resume, paired statistics and report come with the engine.
 */
export interface PairedExperiment {
  readonly id: string
  /** One sentence, for the report's head. */
  readonly question: string
  /** In the order of tables. Every family has a prompt for each. */
  readonly arms: ReadonlyArray<string>
  /** The first one is primary; it was chosen before any answer. */
  readonly contrasts: readonly [Contrast, ...ReadonlyArray<Contrast>]
  /** Raised whenever the same settings would give other prompts or grades. */
  readonly version: number
  /** What `--preset` can name. `smoke` gets no intervals. */
  readonly presets: Readonly<Record<string, JsonObject>>
  /** The model that is asked where `--model` names none. */
  readonly model: string
  readonly maxOutputTokens: number
  readonly families: (source: FamilySource) => Iterable<PairedFamily>
  /** Right or wrong, or a grade with more to say. Refusals and cut answers do not come here. */
  readonly grade: (answer: string, gold: Json) => boolean | Grade
  /** More checks of a saved plan than that each block is whole and alike. */
  readonly checks?: (saved: SavedPlan) => ReadonlyArray<AuditCheck>
  /** For runs with `--mock`; the first one is the default. */
  readonly simulatedModels?: ReadonlyArray<SimulatedModel>
}
