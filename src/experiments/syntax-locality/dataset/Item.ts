import type { ReadingTask, ReadingView } from "../Factors.js"
import type { CaseFamily } from "./CaseFamily.js"

/** One question about one family, however it is written down: what a trial asks, and what an example shows with its answer. */
export type Item = ReadingItem | GenerationItem

/** The program up to a probe. */
export interface ReadingItem {
  readonly task: ReadingTask
  readonly view: ReadingView
  readonly family: CaseFamily
}

/** The whole program, as a table whose node ids and row order come from `tableSeed`; the family's cuts play no part. */
export interface GenerationItem {
  readonly task: "ast_to_source"
  readonly view: "complete"
  readonly family: CaseFamily
  readonly tableSeed: bigint
}

/** `d08-f032-03/scope_lookup/after_close`: one question with one answer. */
export const goldIdOf = ({
  family,
  task,
  view
}: {
  readonly family: Pick<CaseFamily, "familyId">
} & Pick<Item, "task" | "view">): string => `${family.familyId}/${task}/${view}`
