import * as Data from "effect/Data"

/** Why the system did not start a program. */
export type StartFailure = "not_found" | "no_folder" | "not_permitted" | "arguments_too_long" | "other"

const problems: Record<StartFailure, string> = {
  not_found: "there is no such program",
  no_folder: "its working folder does not exist",
  not_permitted: "the system does not allow to execute it",
  arguments_too_long: "its arguments are too long",
  other: "the system refuses"
}

/** A program that could not be started: nothing of it ran. */
export class StartError extends Data.TaggedError("locality/StartError")<{
  /** As it was asked for. */
  readonly program: string
  readonly reason: StartFailure
  /** The system's code, such as ENOENT or E2BIG. */
  readonly code: string
}> {
  override get message(): string {
    return `cannot start ${this.program}: ${problems[this.reason]} (${this.code})`
  }
}

const reasons: Record<string, StartFailure> = {
  ENOENT: "not_found",
  ENOTDIR: "not_found",
  EACCES: "not_permitted",
  EPERM: "not_permitted",
  ENOEXEC: "not_permitted",
  E2BIG: "arguments_too_long"
}

/** From what `spawn` throws or reports. The system says ENOENT for a missing working folder too; the caller knows whether it is there. */
export const startError = (program: string, cause: unknown, folderExists: boolean): StartError => {
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown error"
  const reason = code === "ENOENT" && !folderExists ? "no_folder" : (reasons[code] ?? "other")
  return new StartError({ program, reason, code })
}
