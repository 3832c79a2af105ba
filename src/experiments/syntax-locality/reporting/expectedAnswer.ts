import type { Json } from "../../../json/Json.js"
import type { Gold } from "../../../pipeline/Gold.js"
import type { Task } from "../Factors.js"
import { expectedInteger } from "../grading/lookupGold.js"

const show: Readonly<Record<Task, (gold: Gold<Json>) => string>> = { scope_lookup: expectedInteger }

/** The correct answer as a model should have written it; `null` where `gold.jsonl` has none. */
export const expectedAnswer = (task: Task, gold: Gold<Json> | undefined): string | null =>
  gold === undefined ? null : show[task](gold)
