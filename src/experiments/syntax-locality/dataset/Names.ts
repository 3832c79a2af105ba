import { type JavaRandom, shuffle } from "../../../random/JavaRandom.js"

const variables = ["x_a", "x_b", "x_c", "x_d", "x_e", "x_f"]

/** Draws `prefix` and eight letters that `taken` does not hold yet, and adds them to it. */
export const drawName = (prefix: "n_" | "p_" | "q_", random: JavaRandom, taken: Set<string>): string => {
  for (;;) {
    const name = `${prefix}${drawLetters(random)}`
    if (isNew(name, taken)) return name
  }
}

/** Eight letters from eight draws, in order; as one call because a large dataset has some hundred thousand names. */
const drawLetters = (random: JavaRandom): string => {
  const letter = (): number => 0x61 + random.nextInt(26)
  return String.fromCharCode(letter(), letter(), letter(), letter(), letter(), letter(), letter(), letter())
}

/** Gives each variable slot, from 0 to 5, one of `x_a` to `x_f`. */
export const drawVariables = (random: JavaRandom): ReadonlyArray<string> => shuffle(variables, random)

/** Draws a four-digit value that `taken` does not hold yet, and adds it. Terminates while fewer than 9,000 are taken. */
export const drawValue = (random: JavaRandom, taken: Set<number>): number => {
  for (;;) {
    const value = 1000 + random.nextInt(9000)
    if (isNew(value, taken)) return value
  }
}

/** Adds `item`; true if it was not there. */
const isNew = <A>(item: A, taken: Set<A>): boolean => {
  const before = taken.size
  return taken.add(item).size > before
}
