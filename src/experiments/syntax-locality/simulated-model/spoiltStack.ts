import type { JavaRandom } from "../../../random/JavaRandom.js"
import { stackText } from "../lang/stackText.js"
import { pickFrom } from "./pickFrom.js"
import type { StackQuestion } from "./readQuestion.js"

/** A wrong list of open blocks; `null` if no block was ever opened. */
export const spoiltStack = ({ open, closed }: StackQuestion, random: JavaRandom): string | null => {
  const mistakes: ReadonlyArray<(() => ReadonlyArray<string>) | null> = [
    // Overlooks a closing.
    closed.length > 0 ? () => [...open, pickFrom(closed, random) ?? ""] : null,
    // Takes a block for closed.
    open.length > 0 ? () => without(open, random.nextInt(open.length)) : null,
    // Mixes up two neighbours.
    open.length > 1 ? () => swapped(open, random.nextInt(open.length - 1)) : null,
    // Copies a name wrongly.
    open.length > 0 ? () => misspelt(open, random.nextInt(open.length)) : null
  ]
  const mistake = pickFrom(
    mistakes.filter((candidate) => candidate !== null),
    random
  )
  return mistake === null ? null : stackText(mistake())
}

const without = (names: ReadonlyArray<string>, place: number): ReadonlyArray<string> =>
  names.toSpliced(place, 1)

const swapped = (names: ReadonlyArray<string>, place: number): ReadonlyArray<string> =>
  names.toSpliced(place, 2, ...names.slice(place, place + 2).reverse())

/** The last letter of one name is the next letter of the alphabet, or `a` after `z`. */
const misspelt = (names: ReadonlyArray<string>, place: number): ReadonlyArray<string> =>
  names.map((name, index) => (index === place ? misspeltName(name) : name))

export const misspeltName = (name: string): string => {
  const next = ((name.charCodeAt(name.length - 1) - 0x61 + 1) % 26) + 0x61
  return name.slice(0, -1) + String.fromCharCode(next)
}
