import type { SavedAnswer } from "../../dataset/audit/SavedDataset.js"
import type { GenerationItem, Item, ReadingItem } from "../../dataset/Item.js"
import type { RenderSpec } from "../../lang/Renderer.js"

/** What a saved request should ask, and the saved answer. For audits only: prompts are built without it. */
export interface Question<A extends Item = Item> {
  readonly item: A
  readonly spec: RenderSpec
  readonly answer: SavedAnswer | undefined
}

export type ReadingQuestion = Question<ReadingItem>
export type GenerationQuestion = Question<GenerationItem>
