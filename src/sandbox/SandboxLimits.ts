/** What a command in the sandbox may use. Each bound is enforced by the kernel, but for time and output, which the runner watches. */
export interface SandboxLimits {
  readonly wallMs: number
  /** Of both outputs together. */
  readonly outputBytes: number
  /** For each process. */
  readonly cpuSeconds: number
  /** Private memory of each process; address space that is only reserved, as V8 does, is free. */
  readonly memoryBytes: number
  /** Processes and threads together; a `node` takes about a dozen. */
  readonly processes: number
  /** For each file. */
  readonly fileBytes: number
  /** Of the memory behind `/tmp`, and of that behind `/dev/shm`. */
  readonly scratchBytes: number
  readonly openFiles: number
}

export const defaultSandboxLimits: SandboxLimits = {
  wallMs: 60_000,
  outputBytes: 1024 * 1024,
  cpuSeconds: 60,
  memoryBytes: 1024 * 1024 * 1024,
  processes: 128,
  fileBytes: 32 * 1024 * 1024,
  scratchBytes: 64 * 1024 * 1024,
  openFiles: 256
}

/** Arguments of `prlimit`. */
export const resourceArguments = (limits: SandboxLimits): ReadonlyArray<string> => [
  `--cpu=${limits.cpuSeconds}`,
  `--data=${limits.memoryBytes}`,
  `--nproc=${limits.processes}`,
  `--fsize=${limits.fileBytes}`,
  `--nofile=${limits.openFiles}`,
  "--core=0",
  "--msgqueue=0",
  "--memlock=65536"
]
