import * as Either from "effect/Either"
import { readCsv } from "../../../report/CsvReader.js"
import type { Expect } from "../tasks/TaskSpec.js"
import { jsonAnswer } from "./jsonAnswer.js"
import { schemaBreaks } from "./matchesSchema.js"
import { type Submission, submissionLimit } from "./Submission.js"

/**
 * What of the wanted form an answer does not keep; nothing: `formatKept`. It counts for reliability (specification 6.1) and takes no points from a
 * layer. A JSON value in a fence is graded, but its form was not kept.
 */
export const formatBreaks = (expect: Expect, { answer, files }: Submission): ReadonlyArray<string> => {
  if (answer.length > submissionLimit) return [`is longer than ${submissionLimit} characters`]
  switch (expect.format) {
    case "json": {
      const json = jsonAnswer(answer)
      if (json === null) return ["is not one JSON value"]
      return [
        ...(json.bare ? [] : ["has more than the JSON value"]),
        ...schemaBreaks(expect.schema, json.value).slice(0, 10)
      ]
    }
    case "csv":
      return csvBreaks(expect.header, answer)
    case "lines": {
      const lines = answer.split(/\r?\n/).filter((line) => line.trim() !== "")
      if (lines.length === 0) return ["has no lines"]
      const other = lines.filter((line) => !line.startsWith(expect.prefix)).length
      return other === 0 ? [] : [`has ${other} lines that do not begin with ${JSON.stringify(expect.prefix)}`]
    }
    case "text": {
      const characters = [...answer.trim()].length
      if (characters === 0) return ["is empty"]
      return characters <= expect.maxChars
        ? []
        : [`has ${characters} characters, more than ${expect.maxChars}`]
    }
    case "files":
      return expect.paths.flatMap((path) => (files.has(path) ? [] : [`there is no file ${path}`]))
  }
}

const csvBreaks = (header: ReadonlyArray<string>, answer: string): ReadonlyArray<string> => {
  const rows = readCsv(Buffer.from(answer.trim()))
  if (Either.isLeft(rows)) return [`line ${rows.left.line}: ${rows.left.reason}`]
  const first = rows.right[0]?.cells ?? []
  return first.length === header.length && first.every((cell, index) => cell === header[index])
    ? []
    : [`does not begin with the header ${header.join(",")}`]
}
