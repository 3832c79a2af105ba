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

const inTheWay: Readonly<Record<OutputNotEmpty["found"], string>> = {
  things: "is not empty; name a new folder with --out",
  "cut-off plan": "holds a plan that was cut off; remove it, or name a new folder with --out",
  file: "is a file, not a folder; name a new folder with --out"
}

/** `--out` names a place where something already stands. */
export class OutputNotEmpty extends Data.TaggedError("OutputNotEmpty")<{
  readonly path: string
  /** A folder with something in it; one that holds a plan without its manifest, which is no run; or no folder at all. */
  readonly found: "things" | "cut-off plan" | "file"
}> {
  override get message(): string {
    return `${this.path} ${inTheWay[this.found]}`
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
    return `no single trial matches ${this.asked}; ${this.advice}`
  }
}
