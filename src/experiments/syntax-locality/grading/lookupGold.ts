import { type Json, JsonNumber } from "../../../json/Json.js"
import { DamagedGold, type Gold } from "../../../pipeline/Gold.js"

/** One spelling for each integer, so that comparing text is comparing integers of any length (decision 20). */
export const decimalInteger = /^(?:0|-?[1-9][0-9]*)$/

/**
 * The answer that `scope_lookup` expects, in its one decimal spelling. Throws `DamagedGold`, a defect, when the gold answer is
 * not an object with an integer `value`.
 */
export const expectedInteger = (gold: Gold<Json>): string => {
  const answer = gold.reveal()
  if (typeof answer === "object" && answer !== null && "value" in answer) {
    const value = answer.value
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value)
    if (value instanceof JsonNumber && decimalInteger.test(value.lexeme)) return value.lexeme
  }
  throw new DamagedGold("the gold answer of scope_lookup is an object with an integer `value`")
}
