/** A picture of a report with everything that it needs to stand alone or in a page. */
export interface Figure {
  /** The files' name without an ending; also the beginning of every id inside the SVG, so that several fit into one page. */
  readonly name: string
  readonly title: string
  /** What it shows, in words: the text alternative. */
  readonly alt: string
  /** A whole `<svg>` element with a text alternative of its own. */
  readonly svg: string
  /** The numbers that are drawn. */
  readonly csv: string
}

/** What stands around a drawing. All of it is plain text, which the drawing escapes. */
export interface Caption {
  readonly name: string
  readonly title: string
  readonly alt: string
  /** What was run: model, preset. */
  readonly subject: string
  /** Below the drawing. */
  readonly notes: ReadonlyArray<string>
  /** Simulated answers: the figure says so itself, wherever it is copied to. */
  readonly synthetic: boolean
}
