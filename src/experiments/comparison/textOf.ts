import type { Json } from "../../json/Json.js"

/** A protocol's value as text; `unknown` where it has none. */
export const textOf = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "unknown"
