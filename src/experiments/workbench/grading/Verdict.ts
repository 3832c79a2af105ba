/** What a layer says of an answer. Notes quote the gold, so they are never sent anywhere. */
export interface Verdict {
  /** From 0 to 1. */
  readonly score: number
  /** For people: why it is not 1. */
  readonly notes: ReadonlyArray<string>
  /** Whether nothing was asserted that the gold forbids or wants left open; `null` where the layer has no such entry, or found nothing to look at. */
  readonly grounded: boolean | null
}

export const nothing = (...notes: ReadonlyArray<string>): Verdict => ({ score: 0, notes, grounded: null })

export const full: Verdict = { score: 1, notes: [], grounded: null }

/** The share of what is right; without `partial` all or nothing. */
export const shareOf = (
  results: ReadonlyArray<{ readonly right: boolean; readonly note: string }>,
  partial: boolean
): Verdict => {
  const wrong = results.filter(({ right }) => !right)
  const share = results.length === 0 ? 1 : (results.length - wrong.length) / results.length
  return {
    score: partial || share === 1 ? share : 0,
    notes: wrong.map(({ note }) => note),
    grounded: null
  }
}

/** Whether an answer said nothing without ground, by all layers that can tell; looking into the web is a ground of its own kind, and none that counts. */
export const isGrounded = (verdicts: Iterable<Verdict>, usedWeb: boolean | null): boolean | null => {
  const known = [...verdicts].flatMap(({ grounded }) => grounded ?? [])
  if (usedWeb === true || known.includes(false)) return false
  return known.length === 0 ? null : true
}
