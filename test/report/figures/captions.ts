import type { Caption } from "../../../src/report/figures/Figure.js"

export const hostile = '"><img src=x onerror=1>'

export const caption = (rest: Partial<Caption> = {}): Caption => ({
  name: "example",
  title: "An example",
  alt: "What it shows.",
  subject: "model example",
  notes: ["A note."],
  synthetic: false,
  ...rest
})
