/**
 * Where the points of a stream may lie (language, section 10): what keeps days from being compared with times by accident. Grids are
 * texts, so that equality is the language's own.
 *
 * `clock n phase time`: every n-th civil day at one clock time. `elapsed ms phase`: every so many milliseconds.
 */
export type Grid =
  | "any"
  | "none"
  | "day"
  | `clock ${number} ${number} ${number}`
  | `elapsed ${number} ${number}`

export const clockGrid = (days: number, phase: number, clock: number): Grid =>
  days === 1 && clock === 0 ? "day" : `clock ${days} ${phase} ${clock}`

export const elapsedGrid = (ms: number, phase: number): Grid => `elapsed ${ms} ${phase}`

export const agree = (a: Grid, b: Grid): boolean => a === "any" || b === "any" || (a === b && a !== "none")

/** Of two grids that agree, the one that says more. */
export const common = (a: Grid, b: Grid): Grid => (a === "any" ? b : a)

/** The grid of a union. */
export const mixed = (a: Grid, b: Grid): Grid => (agree(a, b) ? common(a, b) : "none")
