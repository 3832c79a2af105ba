import type { StdioOptions } from "node:child_process"
import * as fs from "node:fs"

/** In the octal `flags` of /proc/self/fdinfo. */
const closeOnExec = 0o2000000

/**
 * How to start a program with three pipes and nothing else. Descriptors that we were given without close-on-exec would go on to whatever we
 * start, and Node cannot close them; what can be done is to put the null device into their places. Where there is no /proc they are left alone.
 */
export const withInheritedStdio = <A>(start: (stdio: StdioOptions) => A): A => {
  const inherited = inheritedDescriptors()
  if (inherited.length === 0) return start("pipe")
  const nothing = fs.openSync("/dev/null", "r")
  try {
    const last = Math.max(...inherited)
    return start(
      Array.from({ length: last + 1 }, (_, at) =>
        at < 3 ? "pipe" : inherited.includes(at) ? nothing : "ignore"
      )
    )
  } finally {
    fs.closeSync(nothing)
  }
}

const inheritedDescriptors = (): ReadonlyArray<number> => {
  try {
    return fs
      .readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => descriptor > 2 && survives(descriptor))
  } catch {
    return []
  }
}

const survives = (descriptor: number): boolean => {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"))
    return flags?.[1] !== undefined && (Number.parseInt(flags[1], 8) & closeOnExec) === 0
  } catch {
    // It was closed meanwhile: the one that listed the folder, for instance.
    return false
  }
}
