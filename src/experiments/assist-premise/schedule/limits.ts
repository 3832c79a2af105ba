/** What a body may cost (language, section 12). Bodies come from language models: whatever they say, an evaluation ends soon and small. */
export const limits = {
  /** Code points of a body. */
  characters: 8_000,
  tokens: 2_000,
  /** Brackets, lambdas, `not`, signs, `? :` and calls inside one another. */
  nesting: 64,
  definitions: 200,
  /** Expressions that are being evaluated inside one another, through definitions and functions. */
  depth: 256,
  /** Different pairs of time zone and week start. */
  scopes: 8,
  pointsPerStream: 2_000_000,
  /** Points, windows and intervals made in one evaluation, all streams together. */
  points: 40_000_000,
  /** Expressions evaluated, each time that one is. */
  steps: 20_000_000,
  resultPoints: 10_000,
  warnings: 50
} as const

/** The last day up to which a range may reach; a horizon far beyond is of no use and costs memory. */
export const lastDate = "2199-12-31"
