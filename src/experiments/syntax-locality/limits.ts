/** The deepest program, so that JSON of it stays within what a reader takes, and the longest (decision 30). */
export const limits = { depth: 60, fillerStatements: 100_000 } as const

/** The same for programs to be written out, so that no output limit is spent on copying (specification 4.3, decision 30). */
export const generationLimits = { depth: 8, fillerStatements: 32 } as const
