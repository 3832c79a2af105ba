import { Evaluator } from "./schedule/Evaluator.js"
import { prelude2026 } from "./schedule/prelude2026.js"

/** The evaluator of every run: a protocol with another prelude is refused. */
export const evaluator = new Evaluator(prelude2026)
