/** A program to run once, with all that it gets to know. */
export interface Command {
  /** A path, or a name that is looked for on the `PATH` of `environment`. */
  readonly program: string
  /** Never text of a prompt: arguments are limited to 128 KiB each, and everybody on the machine can read them. */
  readonly args: ReadonlyArray<string>
  readonly folder: string
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>
  /** Written to its standard input, which then ends; a program never waits for more. */
  readonly stdin: Uint8Array | string
  readonly limits: ProcessLimits
  /**
   * Looks at each chunk of standard output; true once the program has said all that is wanted of it. It then gets `lingerMs` to end by itself,
   * and what it said stands.
   */
  readonly hasAnswered?: (chunk: Uint8Array) => boolean
}

export interface ProcessLimits {
  readonly wallMs: number
  /** Of both outputs together. */
  readonly outputBytes: number
  /** From the request to end to the end by force. */
  readonly graceMs: number
  /** From the answer to the request to end. */
  readonly lingerMs: number
  /** How long the outputs may stay open after the program is gone, held by something that it started. */
  readonly drainMs: number
}

export const defaultLimits: ProcessLimits = {
  wallMs: 600_000,
  outputBytes: 16 * 1024 * 1024,
  graceMs: 2000,
  lingerMs: 2000,
  drainMs: 500
}
