/** The raw bytes of both outputs of a program, up to a common limit. */
export interface Capture {
  /** Keeps what fits; false from the moment that something did not. */
  readonly add: (to: "stdout" | "stderr", chunk: Uint8Array) => boolean
  readonly stdout: () => Uint8Array
  readonly stderr: () => Uint8Array
}

/** Bytes stay bytes: a character may come in two chunks, and is only decoded when both are there. */
export const makeCapture = (maxBytes: number): Capture => {
  const chunks: Record<"stdout" | "stderr", Array<Uint8Array>> = { stdout: [], stderr: [] }
  let left = maxBytes
  return {
    add: (to, chunk) => {
      const fits = chunk.length <= left
      if (left > 0) chunks[to].push(fits ? chunk : chunk.subarray(0, left))
      left = fits ? left - chunk.length : 0
      return fits
    },
    stdout: () => Buffer.concat(chunks.stdout),
    stderr: () => Buffer.concat(chunks.stderr)
  }
}
