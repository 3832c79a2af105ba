import type { AnswerSchema, AnswerType } from "../tasks/AnswerSchema.js"
import type { PlainJson } from "../tasks/strictJson.js"

/** Where a value breaks a task's schema of answers, as JSON pointers; none where it fits. Stops at the first in each branch. */
export const schemaBreaks = (schema: AnswerSchema, value: PlainJson, at = ""): ReadonlyArray<string> => {
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(value, type))) {
    return [`${at || "/"} is not of type ${[schema.type].flat().join(" or ")}`]
  }
  if (schema.enum !== undefined && !schema.enum.some((one) => one === value)) {
    return [`${at || "/"} is none of ${JSON.stringify(schema.enum)}`]
  }
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return []
    const elements: ReadonlyArray<PlainJson> = value
    return elements.flatMap((element, index) => schemaBreaks(items, element, `${at}/${index}`))
  }
  if (typeof value !== "object" || value === null) return []
  const properties = new Map(Object.entries(schema.properties ?? {}))
  return [
    ...(schema.required ?? []).flatMap((key) =>
      Object.hasOwn(value, key) ? [] : [`${at}/${key} is missing`]
    ),
    ...Object.entries(value).flatMap(([key, member]) => {
      const nested = properties.get(key)
      if (nested !== undefined) return schemaBreaks(nested, member, `${at}/${key}`)
      return schema.additionalProperties === false ? [`${at}/${key} is not asked for`] : []
    })
  ]
}

const isOfType = (value: PlainJson, type: AnswerType): boolean => {
  switch (type) {
    case "null":
      return value === null
    case "array":
      return Array.isArray(value)
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
    case "integer":
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}
