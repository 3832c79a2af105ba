import { byCodeUnits } from "../../stats/order.js"

/** What was found, without repetition: known names in the order in which they are known, then the others by code units. */
export const knownFirst = (
  known: ReadonlyArray<string>,
  found: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const names = new Set(found)
  return [
    ...known.filter((name) => names.has(name)),
    ...[...names].filter((name) => !known.includes(name)).sort(byCodeUnits)
  ]
}
