/** What the process says to its caller (decision 26). */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130

/** The words for each code on the last line of stderr and in the help. */
export const meaning: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "failed",
  2: "usage error",
  3: "stopped early, resumable",
  4: "a check failed",
  130: "ended at once by a second signal"
}

/** Every typed failure that has a code of its own; whatever is not here is 1. */
const byTag: Readonly<Record<string, ExitCode>> = {
  UsageError: 2,
  ConfigError: 2,
  PlanRefused: 2,
  OutputNotEmpty: 2,
  NotARun: 2,
  NoSuchTrial: 2,
  NothingToCompare: 2,
  NotComparable: 2,
  UnknownProfile: 2,
  RunConflict: 2,
  CredentialRefused: 2,
  EndpointRefused: 2,
  Interrupted: 3,
  AuditFailed: 4,
  IntegrityError: 4,
  DamagedRecord: 4,
  TableRefused: 4
}

export const exitCodeOf = (error: { readonly _tag: string }): ExitCode => byTag[error._tag] ?? 1
