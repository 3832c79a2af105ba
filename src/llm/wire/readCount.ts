import { exactInteger } from "../../json/ExactInteger.js"
import { type Json, JsonNumber } from "../../json/Json.js"
import { describeJson, type Findings, isAbsent } from "./Findings.js"

/** A count of tokens; 0 stands in for one that got an issue. */
export const readCount = (value: Json | undefined, path: string, findings: Findings): number => {
  const count = value === undefined ? null : exactInteger(value)
  if (count !== null && count >= 0) return count
  const found =
    value instanceof JsonNumber ? value.lexeme : typeof value === "number" ? value : describeJson(value)
  findings.issue(path, `expected an integer from 0 to 2^53-1, found ${found}`)
  return 0
}

/** A count that may be missing: then it is unknown. */
export const readOptionalCount = (
  value: Json | undefined,
  path: string,
  findings: Findings
): number | null => (isAbsent(value) ? null : readCount(value, path, findings))
