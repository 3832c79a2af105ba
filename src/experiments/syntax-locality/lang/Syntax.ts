/** The five ways of writing a block's end (specification 3.2), under the names used in every file. */
export type Style = "braces" | "generic_end" | "typed_end" | "named_end" | "padded_end"

/** In the order A, B, C, D, E. */
export const styles: ReadonlyArray<Style> = ["braces", "generic_end", "typed_end", "named_end", "padded_end"]

/** The specification's letters, for tables that people read. Never shown to a model. */
export const styleLetter: Readonly<Record<Style, "A" | "B" | "C" | "D" | "E">> = {
  braces: "A",
  generic_end: "B",
  typed_end: "C",
  named_end: "D",
  padded_end: "E"
}

/** A style's letter; a name that is none of the five stands for itself. */
export const letterOf = (style: string): string => {
  const known = styles.find((one) => one === style)
  return known === undefined ? style : styleLetter[known]
}

/** What every `padded_end` closing carries, in every lexicon: it names nothing. */
export const paddedSuffix = "junk z_aaaaaaaa"
