import type { JavaRandom } from "../random/JavaRandom.js"

/** A way to write a `Retry-After` header (RFC 9110 10.2.3), right or wrong. */
export type RetryAfterForm =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "date"; readonly write: (date: Date) => string; readonly aheadSeconds: number }
  /** One of the short forms, drawn for each reply. */
  | { readonly type: "any" }

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

const asctimeDay = (day: number): string => String(day).padStart(2, " ")

/** The three forms of an HTTP-date (RFC 9110 5.6.7). `toUTCString` writes the first of them. */
const dateForms: Readonly<Record<string, (date: Date) => string>> = {
  imf: (date) => date.toUTCString(),
  rfc850: (date) => {
    const [, day, month, year, time] = date.toUTCString().split(" ")
    return `${days[date.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${time} GMT`
  },
  asctime: (date) => {
    const [weekday, , month, year, time] = date.toUTCString().split(" ")
    return `${weekday?.slice(0, 3)} ${month} ${asctimeDay(date.getUTCDate())} ${time} ${year}`
  }
}

const words: Readonly<Record<string, string>> = {
  junk: "soon",
  impossible: "Mon, 30 Feb 2026 00:00:00 GMT",
  negative: "-3",
  fraction: "1.5",
  huge: "9999999999"
}

/** The values that `retry-after=` takes, for help and for messages. */
export const retryAfterForms =
  "N, imf+N, rfc850+N, asctime+N, junk, impossible, negative, fraction, huge or any"

/** Reads `2`, `imf+30`, `asctime-5`, `junk` and the like; `null` for anything else. */
export const parseRetryAfterForm = (text: string): RetryAfterForm | null => {
  if (text === "any") return { type: "any" }
  if (/^[0-9]{1,20}$/.test(text)) return { type: "text", text }
  const word = Object.hasOwn(words, text) ? words[text] : undefined
  if (word !== undefined) return { type: "text", text: word }
  const [, name, ahead] = /^(imf|rfc850|asctime)([+-][0-9]{1,9})$/.exec(text) ?? []
  const write = name === undefined ? undefined : dateForms[name]
  return write === undefined ? null : { type: "date", write, aheadSeconds: Number(ahead) }
}

/** No wait of these is longer than two seconds, and none stops a run. */
const shortForms: ReadonlyArray<RetryAfterForm> = [
  "0",
  "1",
  "imf+1",
  "rfc850+1",
  "asctime+1",
  "imf-30",
  "junk",
  "impossible",
  "negative",
  "fraction"
].flatMap((text) => parseRetryAfterForm(text) ?? [])

/** The header's value at `nowMs` (since 1970, UTC). */
export const writeRetryAfter = (form: RetryAfterForm, nowMs: number, random: JavaRandom): string => {
  switch (form.type) {
    case "text":
      return form.text
    case "date":
      return form.write(new Date(nowMs + form.aheadSeconds * 1000))
    case "any": {
      const drawn = shortForms[random.nextInt(shortForms.length)]
      return drawn === undefined ? "0" : writeRetryAfter(drawn, nowMs, random)
    }
  }
}
