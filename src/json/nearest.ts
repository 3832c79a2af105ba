/**
 * The known word that was probably meant, or `null`: the same in another case, or at most two slips away (a letter
 * missing, added, changed, or swapped with its neighbour), or a beginning of it.
 */
export const nearest = (given: string, known: Iterable<string>): string | null => {
  let best: string | null = null
  let least = Math.min(3, Math.ceil(given.length / 2))
  for (const word of known) {
    const distance =
      word.toLowerCase() === given.toLowerCase()
        ? 0
        : given.length >= 3 && word.startsWith(given)
          ? 1
          : slips(given, word)
    if (distance < least) {
      least = distance
      best = word
    }
  }
  return best
}

/** Optimal string alignment distance. */
const slips = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const changed = at(row, j - 1) + (same ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Infinity
      next.push(Math.min(at(row, j) + 1, at(next, j - 1) + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return at(row, b.length)
}

const at = (row: ReadonlyArray<number>, index: number): number => row[index] ?? Infinity
