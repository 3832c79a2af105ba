import * as os from "node:os"
import * as Effect from "effect/Effect"
import { childEnvironment } from "../../../processes/ChildEnvironment.js"
import { defaultLimits } from "../../../processes/Command.js"
import { runProcess } from "../../../processes/runProcess.js"
import type { EnvironmentsConfig } from "../config/RunConfig.js"
import { type Environment, environments } from "../tasks/vocabulary.js"
import type { Gpu, Machine } from "./Found.js"

/** What of this machine goes into the results (specification 9). What cannot be read is unknown, never guessed. */
export const readMachine = (classes: EnvironmentsConfig): Effect.Effect<Machine> =>
  Effect.map(readGpus, (gpus) => ({
    platform: `${os.platform()} ${os.arch()}`,
    cpu: os.cpus()[0]?.model.trim() || null,
    memoryMiB: Math.round(os.totalmem() / 2 ** 20),
    gpus,
    environment: classOf(gpus ?? [], classes)
  }))

/** The largest class whose graphics memory is there. A card says a little less than its box. */
export const classOf = (gpus: ReadonlyArray<Gpu>, classes: EnvironmentsConfig): Environment => {
  const gib = gpus.reduce((sum, { memoryMiB }) => sum + (memoryMiB ?? 0), 0) / 1024
  return environments.findLast((name) => classes[name].vramGiB <= gib * 1.05) ?? "laptop"
}

const columns = "name,driver_version,memory.total,power.limit"

/** `null`: there is no `nvidia-smi`, so nobody could be asked. */
const readGpus: Effect.Effect<ReadonlyArray<Gpu> | null> = Effect.gen(function* () {
  const ended = yield* runProcess({
    program: "nvidia-smi",
    args: [`--query-gpu=${columns}`, "--format=csv,noheader,nounits"],
    folder: os.tmpdir(),
    environment: yield* childEnvironment({ pass: ["PATH"], set: {} }),
    stdin: "",
    limits: { ...defaultLimits, wallMs: 15_000, outputBytes: 65_536 }
  })
  return ended.exitCode === 0 ? parseGpus(Buffer.from(ended.stdout).toString("utf8")) : null
}).pipe(Effect.catchAll(() => Effect.succeed(null)))

/** A line a card; what a card does not tell stands in brackets. */
export const parseGpus = (text: string): ReadonlyArray<Gpu> =>
  text.split("\n").flatMap((line) => {
    const [name = "", driver = "", memory = "", power = ""] = line.split(",").map((cell) => cell.trim())
    if (name === "") return []
    const number = (cell: string): number | null => (/^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : null)
    const memoryMiB = number(memory)
    return [
      {
        name,
        driver: /^[\d.]+$/.test(driver) ? driver : null,
        memoryMiB: memoryMiB === null ? null : Math.round(memoryMiB),
        powerLimitW: number(power)
      }
    ]
  })
