/** The deepest program, so that JSON of it stays within what a reader takes, and the longest (decision 30). */
export const limits = { depth: 60, fillerStatements: 100_000 } as const
