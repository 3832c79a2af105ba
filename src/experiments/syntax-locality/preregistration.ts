import * as Either from "effect/Either"
import type { JsonObject } from "../../json/Json.js"
import { aaArms, aaNotation } from "./Arms.js"
import type { Settings } from "./Config.js"
import { decodeProtocol } from "./Protocol.js"

/** Only a main run is meant to confirm something, so only it is frozen (specification 7.6). */
export const needsFreeze = (protocol: JsonObject): boolean => protocol["preset"] === "main"

/**
 * What is fixed before the first answer, in plain words (specification 7.6, 10): so that a reader can hold the report against it.
 */
export const preregistration = (protocol: JsonObject, counts: Counts): string =>
  Either.match(decodeProtocol(protocol), {
    onLeft: (refused) => `This protocol cannot be read: ${refused.message}\n`,
    onRight: (decoded) => (decoded.aa ? writeAa(decoded, counts) : write(decoded, counts))
  })

interface Counts {
  readonly trials: number
  readonly blocks: number
}

const cellsOf = ({ grid }: Settings): string =>
  grid === null
    ? "the hand-made cases"
    : `depth ${grid.depth.join(", ")} × filler ${grid.fillerStatements.join(", ")} × ${grid.seedsPerCell} families a cell`

const writeAa = (protocol: Settings, { trials, blocks }: Counts): string => {
  const [baseline, treatment] = aaArms
  return `# Preregistration of an A/A run

Written before the first request. Nothing below may change while this run is carried out; a change is a new run.

## Question

Does the whole pipeline find a difference where there is none? ${baseline} and ${treatment} are two names for one notation (\`${aaNotation}\`); their
trials get the same prompts, each its own answer.

## Estimand

The difference in strict accuracy, ${treatment} minus ${baseline}, in percentage points, weighted as in a run of the notations. It is 0.

## Grid

${cellsOf(protocol)}; views ${protocol.views.join(", ")}; ${protocol.replicates} replicate(s) a prompt; ${trials} trials in ${blocks} matched blocks of two in random order.
The model is ${protocol.model} with reasoning effort ${protocol.reasoningEffort ?? "not sent"}.

## Stopping rule

The run ends when every planned trial has its end. No look at the answers decides when it ends.

## What would change our mind

A 95 % interval without 0 is expected once in twenty such runs. One run shows no more than that; several without 0 speak against the pipeline, or against
answers that are independent of each other.
`
}

const write = (protocol: Settings, { trials, blocks }: Counts): string => {
  const { lexicalRegimes, replicates, views } = protocol
  return `# Preregistration

Written before the first request. Nothing below may change while this run is carried out; a change is a new run.

## Question

Does repeating a block's kind and name at its end (\`named_end\`) change how often the model gives the value that is visible at a probe,
compared with a bare \`end\` (\`generic_end\`)? Better, worse and no difference are all results.

## Estimand

The difference in strict accuracy, \`named_end\` minus \`generic_end\`, in percentage points, for task \`scope_lookup\` and view
\`after_close\`. Within a family, replicates are averaged first and the lexical regimes (${lexicalRegimes.join(", ")}) have equal weight; the cells
of depth × filler have equal weight. A family counts when both arms can be judged in every planned regime; if a whole cell has none,
the estimate is undefined.

## Grid

${cellsOf(protocol)}; views ${views.join(", ")}; ${replicates} replicate(s) a prompt; ${trials} trials in ${blocks} matched blocks of five notations in random order.
The model is ${protocol.model} with reasoning effort ${protocol.reasoningEffort ?? "not sent"}; requests differ in the notation only.

## Stopping rule

The run ends when every planned trial has its end. It may be interrupted by a token, call or time limit, or by a failure of the
infrastructure, and is then resumed. No look at the answers decides when it ends.

## Analyses

Primary: the estimand above, with a 95 % interval from a stratified paired cluster bootstrap (10,000 draws, seed 20261005, family as the unit).
Exploratory: all other contrasts (D−E, D−C, C−B, D−A), other views and tasks, and breakdowns by regime, depth and filler.
Mistakes, refusals and truncated answers count as not correct; failures of the infrastructure are missing. If more than 1 % is missing, its cause
and its balance over notations are looked into before any conclusion, and bounds with the missing trials against and in favour of
\`named_end\` are shown.

## What would change our mind

An interval that lies above zero speaks for the repeated label, one below zero against it. An interval that holds zero means that this run
did not detect a difference at this difficulty, with this model and this prompt; it does not show that there is none. If \`padded_end\` does as well as
\`named_end\`, the length or shape of the ending explains the difference as well as the label does.
`
}
