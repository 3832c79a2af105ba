/** The uncertainty of an estimate, or the reason why there is none. */
export type Interval = {
  readonly kind: "not_computed"
  readonly reason: string
}
