import * as Schema from "effect/Schema"
import { between, strict, Text } from "../tasks/words.js"

/** `configs/workbench/candidates.json` (specification 2.1): models that are worth a look. Only those that are there are asked. */
export const Candidates = Schema.Array(
  Schema.Struct({
    /** As `ollama pull` takes it. */
    tag: Text,
    /** What its usual quantisation takes of a graphics card, roughly. */
    vramGiB: between(0, 1_024)
  }).annotations(strict)
)
export type Candidates = typeof Candidates.Type
