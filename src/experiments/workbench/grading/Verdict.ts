/** What a layer says of an answer: a score from 0 to 1, and for people why it is not 1. Notes quote the gold, so they are never sent anywhere. */
export interface Verdict {
  readonly score: number
  readonly notes: ReadonlyArray<string>
}

export const nothing = (...notes: ReadonlyArray<string>): Verdict => ({ score: 0, notes })

/** The share of what is right; without `partial` all or nothing. */
export const shareOf = (
  results: ReadonlyArray<{ readonly right: boolean; readonly note: string }>,
  partial: boolean
): Verdict => {
  const wrong = results.filter(({ right }) => !right)
  const share = results.length === 0 ? 1 : (results.length - wrong.length) / results.length
  return { score: partial || share === 1 ? share : 0, notes: wrong.map(({ note }) => note) }
}
