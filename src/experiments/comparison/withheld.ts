/** Decision 23: smoke and provisional runs have no interval. */
export const withheldBecause = (preset: string, notDispatched: number): string | null => {
  if (preset === "smoke") return "smoke is not a sample for conclusions"
  return notDispatched > 0 ? "the run is provisional" : null
}
