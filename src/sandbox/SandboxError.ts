import * as Data from "effect/Data"

/** This machine does not give us a sandbox. What would need it is refused; it never runs outside. */
export class SandboxUnavailable extends Data.TaggedError("locality/SandboxUnavailable")<{
  readonly reason: string
  /** What a person can do about it. */
  readonly advice: string
}> {
  override get message(): string {
    return `no sandbox: ${this.reason}; ${this.advice}`
  }
}

const anotherMachine =
  "run agent tasks and tasks that are graded by a script on Linux with util-linux 2.38 or newer"

/** From what the tools of util-linux said when they refused. */
export const unavailable = (reason: string): SandboxUnavailable => {
  const forbidden = /operation not permitted|permission denied|no space left|max_user_namespaces/i.test(
    reason
  )
  return new SandboxUnavailable({
    reason,
    advice: forbidden
      ? "let ordinary users make user namespaces (`sysctl user.max_user_namespaces`, on Ubuntu `kernel.apparmor_restrict_unprivileged_userns=0`, in a container a " +
        "seccomp profile that allows `unshare` and `mount`), or run as root of the machine"
      : anotherMachine
  })
}
