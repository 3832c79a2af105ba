import * as Schema from "effect/Schema"

/** Schemas that the files of a task share. Unknown keys are refused everywhere: a misspelt one would change what is measured. */
export const strict = { parseOptions: { onExcessProperty: "error" } } as const

/** A key that may be absent, but not `undefined`. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

export const Kebab = Schema.String.pipe(
  Schema.filter(
    (text) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) || "must be lower-case letters and digits with single hyphens"
  )
)

export const Text = Schema.String.pipe(Schema.filter((text) => text.trim() !== "" || "must not be empty"))

/** A path inside a folder, in any script: forward slashes, nothing that leads out of it or hides in a listing. */
export const isRelativePath = (text: string): boolean =>
  text.length <= 300 &&
  text === text.normalize("NFC") &&
  !/[\\\p{Cc}\p{Cf}]/u.test(text) &&
  text.split("/").every((part) => part !== "" && part !== "." && part !== "..")

export const RelativePath = Schema.String.pipe(
  Schema.filter(
    (text) => isRelativePath(text) || "must be a relative path with forward slashes, in NFC, without . and .."
  )
)

/** RFC 6901; empty for the whole. */
export const Pointer = Schema.String.pipe(
  Schema.filter(
    (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text) || "must be a JSON pointer such as /根拠/0, or empty"
  )
)

export const between = (low: number, high: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => (value >= low && value <= high) || `must be a number from ${low} to ${high}`)
  )

export const integerBetween = (low: number, high: number) =>
  Schema.Number.pipe(
    Schema.filter(
      (value) =>
        (Number.isInteger(value) && value >= low && value <= high) ||
        `must be an integer from ${low} to ${high}`
    )
  )

/** At least one element. */
export const some = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.Array(schema).pipe(Schema.filter((items) => items.length > 0 || "must not be empty"))

export const distinct = (texts: ReadonlyArray<string>): boolean => new Set(texts).size === texts.length
