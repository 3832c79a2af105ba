/** The kinds of premise that an assistant can declare, in the order of the benchmark's description. */
export const topics = [
  "tz",
  "week",
  "roll",
  "holidays",
  "fiscal",
  "anchor",
  "counting",
  "asof",
  "boundary"
] as const

export type Topic = (typeof topics)[number]

export const isTopic = (text: string): text is Topic => topics.some((topic) => topic === text)
