import { type ChildProcess, spawn } from "node:child_process"
import * as path from "node:path"

export const root = path.resolve(import.meta.dirname, "../..")
export const bin = path.join(root, "dist", "bin.js")

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export const start = (
  command: string,
  argv: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv = {}
): ChildProcess =>
  spawn(command, argv, { cwd: root, env: { ...process.env, OPENAI_MODEL: "", OPENAI_BASE_URL: "", ...env } })

export const end = (child: ChildProcess): Promise<Ended> =>
  new Promise((resolve) => {
    const out: Array<Buffer> = []
    const err: Array<Buffer> = []
    child.stdout?.on("data", (chunk: Buffer) => out.push(chunk))
    child.stderr?.on("data", (chunk: Buffer) => err.push(chunk))
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })
    )
  })

/** A command of the executable, to its end. */
export const icl = (...argv: ReadonlyArray<string>): Promise<Ended> => {
  const child = start(process.execPath, [bin, ...argv])
  child.stdin?.end()
  return end(child)
}

/** Builds the executable where it is older than its sources, as `npm run bench` does; its version. */
export const build = (): Promise<Ended> =>
  end(start(process.execPath, [path.join(root, "scripts", "bench.mjs"), "--version"]))
