import * as Schema from "effect/Schema"
import { arms } from "./Arms.js"
import { lexiconIds } from "./lang/Lexicon.js"

/** What a model does with a program that stops at a probe: tell a variable's value, or which blocks are open (specification 4.1, 4.2). */
export const readingTasks = ["scope_lookup", "active_stack"] as const
export type ReadingTask = (typeof readingTasks)[number]

/** The reading tasks, and writing out a program that is given as a table (specification 4.3), in the order of plans and reports. */
export const tasks = [...readingTasks, "ast_to_source"] as const
export type Task = (typeof tasks)[number]

/** Where a family's program is observed: just before or just after the blocks in focus close (specification 4.1). */
export const readingViews = ["before_close", "after_close"] as const
export type ReadingView = (typeof readingViews)[number]

/** How much of a program a question is about. A program to be written out is always `complete` (decision 21). */
export const views = [...readingViews, "complete"] as const
export type View = (typeof views)[number]

/** `natural` words, or one of the eight nonce sets (specification 3.4). */
export const regimes = ["natural", "nonce"] as const
export type Regime = (typeof regimes)[number]

/** The coordinates of a trial: what `factors` holds in cases, schedule and scores. */
export const TrialFactors = Schema.Struct({
  task: Schema.Literal(...tasks),
  /** The sampling cluster: everything that shares one base program. */
  familyId: Schema.String,
  /** Peak depth, without the global scope. */
  depth: Schema.Int,
  /** Nop statements between the last opener in focus and the before cut. */
  filler: Schema.Int,
  view: Schema.Literal(...views),
  regime: Schema.Literal(...regimes),
  lexicon: Schema.Literal(...lexiconIds),
  /** The arm: a notation, or in an A/A run a name for one. */
  style: Schema.Literal(...arms)
})
export type TrialFactors = typeof TrialFactors.Type
