import type { CaseFamily } from "../../dataset/CaseFamily.js"
import type { CutPoint, Observation } from "../../lang/Ast.js"
import type { RenderSpec } from "../../lang/Renderer.js"

/** What a saved request should ask, and the saved answer. For audits only: prompts are built without it. */
export interface Question {
  readonly family: CaseFamily
  readonly cut: CutPoint
  readonly spec: RenderSpec
  readonly answer: Observation | undefined
}
