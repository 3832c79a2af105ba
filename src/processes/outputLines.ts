const lineFeed = 0x0a

/**
 * Hands over whole lines of a stream of bytes, however it is cut. A line is split off as bytes and then decoded, so that a character that came in
 * two chunks is whole again. Lines end with LF only; what comes after the last one is never handed over.
 */
export const lineReader = (onLine: (line: string) => boolean): ((chunk: Uint8Array) => boolean) => {
  let rest: Array<Uint8Array> = []
  return (chunk) => {
    let found = false
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, end)]).toString("utf8")
      rest = []
      found = onLine(line) || found
      from = end + 1
    }
    rest.push(chunk.subarray(from))
    return found
  }
}
