import * as Data from "effect/Data"

const problems = {
  outside: "the path leads out of the working folder",
  bad_path: "that is no usable path",
  missing: "there is nothing of that name",
  is_link: "it is a link, and links are not followed",
  not_a_file: "it is not an ordinary file",
  not_a_folder: "it is not a folder",
  too_large: "it is too large",
  not_text: "it is not text in UTF-8",
  refused: "the system refuses"
} as const

export type FileToolProblem = keyof typeof problems

/** Why a file tool did nothing. The message is meant for the model that asked. */
export class FileToolError extends Data.TaggedError("locality/FileToolError")<{
  readonly problem: FileToolProblem
  /** As it was asked for, cut to 200 characters. */
  readonly path: string
  readonly code?: string
}> {
  override get message(): string {
    const code = this.code === undefined ? "" : ` (${this.code})`
    return `${JSON.stringify(this.path)}: ${problems[this.problem]}${code}`
  }
}
