import type { CliOutput, CliReport } from "./CliReport.js"
import { claudeHasAnswered, readClaude } from "./claudeOutput.js"
import { codexHasAnswered, readCodex } from "./codexOutput.js"
import { geminiHasAnswered, readGemini } from "./geminiOutput.js"
import type { Loose } from "./looseJson.js"
import type { Classify } from "./messageRules.js"

/** The programs whose output can be read; each has its own subscription. */
export const cliIds = ["claude", "codex", "gemini"] as const

export type CliId = (typeof cliIds)[number]

interface Reader {
  readonly read: (output: CliOutput, classify: Classify) => CliReport
  /** Whether an event says that all is said. */
  readonly hasAnswered: (event: Loose) => boolean
}

export const readers: Readonly<Record<CliId, Reader>> = {
  claude: { read: readClaude, hasAnswered: claudeHasAnswered },
  codex: { read: readCodex, hasAnswered: codexHasAnswered },
  gemini: { read: readGemini, hasAnswered: geminiHasAnswered }
}

/** What was printed, as the readers take it: decoded whole, so that no character is cut; a byte order mark is noise like any other. */
export const outputTexts = (printed: {
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
}): Pick<CliOutput, "stdout" | "stderr"> => ({
  stdout: Buffer.from(printed.stdout)
    .toString("utf8")
    .replace(/^\ufeff/, ""),
  stderr: Buffer.from(printed.stderr).toString("utf8")
})
