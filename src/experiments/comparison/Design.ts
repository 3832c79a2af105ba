import type { Contrast } from "../../stats/Observation.js"
import type { Slice } from "./Slice.js"

/** Where a contrast is looked at. */
export interface Place {
  readonly task: string
  readonly view: string
  readonly slice: Slice
  readonly contrast: Contrast
}

/** Names in the order of tables; whatever else is found follows by code units. */
export interface Order {
  readonly tasks: ReadonlyArray<string>
  readonly views: ReadonlyArray<string>
  readonly regimes: ReadonlyArray<string>
}

/** What a comparison is told of its experiment: by itself it knows no arm, no task and no rule. */
export interface Design {
  /** What tables call an arm: a letter, or its own name. */
  readonly armName: (arm: string) => string
  /** Whether this is the one comparison that was chosen before any answer. */
  readonly isPrimary: (place: Place) => boolean
  readonly order: Order
}
