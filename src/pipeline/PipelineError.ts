import * as Data from "effect/Data"

/** A configuration that cannot be used. `issues` name the key, what was found and what would do. */
export class ConfigError extends Data.TaggedError("ConfigError")<{
  readonly source: string
  readonly issues: ReadonlyArray<string>
}> {
  override get message(): string {
    return `${this.source}: ${this.issues.join("; ")}`
  }
}

/** A protocol that asks for what cannot be planned, such as a grid beyond the limits of decision 30. */
export class PlanRefused extends Data.TaggedError("PlanRefused")<{ readonly reason: string }> {
  override get message(): string {
    return `this plan is refused: ${this.reason}`
  }
}

/** `--out` names a place where something already stands. */
export class OutputNotEmpty extends Data.TaggedError("OutputNotEmpty")<{ readonly path: string }> {
  override get message(): string {
    return `${this.path} is not empty; name a new folder with --out`
  }
}

/** `--run` names something that is not a run directory, or one of a newer version. */
export class NotARun extends Data.TaggedError("NotARun")<{ readonly path: string; readonly reason: string }> {
  override get message(): string {
    return `${this.path} is not a run directory that this version can read: ${this.reason}`
  }
}

/** A saved file is not what the manifest says it is. Nothing is run on changed data. */
export class IntegrityError extends Data.TaggedError("IntegrityError")<{
  readonly path: string
  readonly expected: string
  readonly found: string
}> {
  override get message(): string {
    return `${this.path} has changed since it was planned (expected ${this.expected}, found ${this.found}); plan a new run`
  }
}

/** A saved record that cannot be read where it must be. */
export class DamagedRecord extends Data.TaggedError("DamagedRecord")<{
  readonly path: string
  /** 1-based; 0 when the whole file is meant. */
  readonly line: number
  readonly reason: string
}> {
  override get message(): string {
    return `${this.path}${this.line > 0 ? `:${this.line}` : ""} is damaged: ${this.reason}`
  }
}

/** At least one check of the audit failed; the dataset cannot be run. */
export class AuditFailed extends Data.TaggedError("AuditFailed")<{ readonly failed: ReadonlyArray<string> }> {
  override get message(): string {
    return `the audit failed: ${this.failed.join("; ")}`
  }
}

/** A simulated model that this experiment does not have. */
export class UnknownProfile extends Data.TaggedError("UnknownProfile")<{
  readonly profile: string
  readonly known: ReadonlyArray<string>
}> {
  override get message(): string {
    return `there is no mock profile '${this.profile}'; the profiles are ${this.known.join(", ")}`
  }
}

/** What is asked of a run directory does not fit what it already holds. */
export class RunConflict extends Data.TaggedError("RunConflict")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** A trial that the plan does not have. */
export class NoSuchTrial extends Data.TaggedError("NoSuchTrial")<{
  readonly asked: string
  readonly advice: string
}> {
  override get message(): string {
    return `no trial matches ${this.asked}; ${this.advice}`
  }
}
