import { type Json, maxJsonDepth } from "./Json.js"

/**
 * What `JSON.parse` reads, where that is all there is to it; `null` where it is not, or may not be, and a stricter reader has to look.
 *
 * The engine is twice as fast as any reader of ours. It passes over repeated keys, spaces, and digits that a double does
 * not hold; but then writing its result again gives another text. Our own records are written as the engine writes, so most texts pass.
 * Nesting and integers beyond ±(2^53−1) are looked for. With escapes surrogates might pair wrongly, and writing takes long.
 */
export const readByEngine = (text: string): { readonly value: Json } | null => {
  const json = text.endsWith("\n") ? text.slice(0, -1) : text
  // Texts for people are indented.
  if (isSpace(json.charCodeAt(1)) || json.includes("\\")) return null
  try {
    const value: unknown = JSON.parse(json)
    return JSON.stringify(value) === json && isExact(value, maxJsonDepth) ? { value } : null
  } catch {
    // Not JSON, or nested so deep that the engine's writer gave up.
    return null
  }
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

/** Whether all numbers are exact integers, at no forbidden depth. Takes the prototypes of objects away, so that no key is special. */
const isExact = (value: unknown, depth: number): value is Json => {
  if (typeof value === "number") return Number.isSafeInteger(value)
  if (typeof value !== "object" || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isExact(item, depth - 1))
  const object: Record<string, unknown> = Object.setPrototypeOf(value, null)
  for (const key in object) if (!isExact(object[key], depth - 1)) return false
  return true
}
