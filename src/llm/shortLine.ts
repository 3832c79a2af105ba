/**
 * Text from the other side, made fit for one line of a message: control characters and runs of white space become a space, and
 * at most `limit` UTF-16 code units remain, never half of a surrogate pair.
 */
export const shortLine = (text: string, limit: number): string => {
  // A body can be 16 MiB; no more of it is looked at than can be needed.
  const start = text.length > limit * 8 ? text.slice(0, limit * 8) : text
  return cut(start.replace(/[\s\p{Cc}]+/gu, " ").trim(), limit)
}

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? limit - 1 : limit)
}
