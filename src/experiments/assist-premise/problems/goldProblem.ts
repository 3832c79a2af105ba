import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Json } from "../../../json/Json.js"
import { DamagedGold, type Gold } from "../../../pipeline/Gold.js"
import { Problem } from "./Problem.js"

const decode = Schema.decodeUnknownEither(Problem)

/** The gold of a trial is its problem: range, readings, and what must be declared. */
export const goldProblem = (gold: Gold<Json>): Problem =>
  Either.getOrThrowWith(decode(gold.reveal()), () => new DamagedGold("it is not a problem with its readings"))
