/**
 * Reading of JSON that somebody else's program prints. It is more forgiving than our own parser: what a program repeats twice, or a lone surrogate
 * that a model wrote, must not make an answer unreadable. Nothing here is ever hashed or compared by bytes.
 */
export type Loose = unknown

const parse = (text: string): Loose => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: Loose): value is Readonly<Record<string, Loose>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value at the end of a path of keys; undefined where it breaks off. */
export const at = (value: Loose, ...path: ReadonlyArray<string>): Loose =>
  path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

export const textAt = (value: Loose, ...path: ReadonlyArray<string>): string | null => {
  const found = at(value, ...path)
  return typeof found === "string" ? found.toWellFormed() : null
}

/** A count or a time: finite and not negative. */
export const numberAt = (value: Loose, ...path: ReadonlyArray<string>): number | null => {
  const found = at(value, ...path)
  return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : null
}

export const listAt = (value: Loose, ...path: ReadonlyArray<string>): ReadonlyArray<Loose> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

export const valuesAt = (value: Loose, ...path: ReadonlyArray<string>): ReadonlyArray<Loose> => {
  const found = at(value, ...path)
  return isObject(found) ? Object.values(found) : []
}

export interface Events {
  readonly events: ReadonlyArray<Loose>
  /** Lines in plain words. A torn event is none: it may hold what the model said, which is never taken for the program's own message. */
  readonly words: ReadonlyArray<string>
  /** How many lines are no JSON object, torn ones and words. */
  readonly unread: number
}

/** JSON Lines with noise between them; a last line without its end counts, where it is whole. */
export const readEvents = (stdout: string): Events => {
  const events: Array<Loose> = []
  const words: Array<string> = []
  let unread = 0
  for (const line of stdout.split("\n")) {
    if (line.trim() === "") continue
    // Most lines of a program that has gone astray are no JSON, and to find that out by parsing is slow.
    const value = line.trimStart().startsWith("{") ? parse(line) : undefined
    if (isObject(value)) events.push(value)
    else {
      unread++
      if (!line.includes("{")) words.push(line)
    }
  }
  return { events, words, unread }
}

/** Only so much of a text is searched from its end, and so many places tried. */
const searchedLength = 65_536
const triedPlaces = 200

/** The last whole `{…}` of a text that is JSON, whatever stands before and behind it; the widest one, if they are nested. */
export const lastObject = (text: string): Loose => {
  const tail = text.slice(-searchedLength)
  const end = tail.lastIndexOf("}") + 1
  let found: Loose
  let from = tail.lastIndexOf("{", end)
  for (let tries = 0; from >= 0 && tries < triedPlaces; tries++) {
    const value = parse(tail.slice(from, end))
    if (isObject(value)) found = value
    from = from === 0 ? -1 : tail.lastIndexOf("{", from - 1)
  }
  return found
}
