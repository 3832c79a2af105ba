import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** Makes many folders with a file in each. */
export interface FolderWriter<E> {
  /**
   * Takes a file whose folder is its own, and may return before it is written; `content` must not change any more. Fails with what became of
   * this file, or of one that was taken before.
   */
  readonly write: (folder: string, file: string, content: Uint8Array) => Effect.Effect<void, E>
  /** Returns when all that was taken stands in the file system. */
  readonly finish: Effect.Effect<void, E>
}

/** A call that the system refused. */
export interface Refusal {
  readonly operation: string
  readonly path: string
  /** The system's, such as ENOSPC. */
  readonly code: string
}

interface Taken {
  readonly folder: string
  readonly file: string
  readonly content: Uint8Array
}

/** What the thread is sent: the files' bytes one after the other, so that one buffer changes hands. */
interface Batch {
  readonly files: ReadonlyArray<{ readonly folder: string; readonly file: string; readonly length: number }>
  readonly bytes: Uint8Array
}

const batchBytes = 1 << 18
/** Batches on their way to the thread before whoever makes the files has to wait for it. */
const batchesAhead = 4

/**
 * Writes on a thread of its own: making a folder takes the system as long as making the text of a request takes us. Where there is less than a batch
 * no thread is started. The thread ends with the scope, also in the middle of a batch.
 */
export const beside = <E>(
  inPlace: FolderWriter<E>["write"],
  refused: (refusal: Refusal) => E
): Effect.Effect<FolderWriter<E>, never, Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new Thread()),
      (thread) => Effect.promise(() => thread.end())
    ),
    (thread) => {
      let taken: Array<Taken> = []
      let bytes = 0
      const settled = (ahead: number) => Effect.mapError(thread.settled(ahead), refused)
      const send = (ahead: number): Effect.Effect<void, E> => {
        thread.send(taken)
        taken = []
        bytes = 0
        return settled(ahead)
      }
      return {
        write: (folder, file, content) =>
          Effect.suspend(() => {
            taken.push({ folder, file, content })
            bytes += content.length
            return bytes < batchBytes ? Effect.void : send(batchesAhead)
          }),
        finish: Effect.suspend(() =>
          thread.isRunning
            ? send(0)
            : Effect.forEach(taken, ({ content, file, folder }) => inPlace(folder, file, content), {
                discard: true
              })
        )
      }
    }
  )

class Thread {
  #worker: Worker | null = null
  #underWay = 0
  #refusal: Refusal | null = null
  #fault: Error | null = null
  #look: () => void = () => {}

  get isRunning(): boolean {
    return this.#worker !== null
  }

  send(taken: ReadonlyArray<Taken>): void {
    this.#worker ??= this.#start()
    const files = taken.map(({ content, file, folder }) => ({ folder, file, length: content.length }))
    const bytes = new Uint8Array(files.reduce((sum, { length }) => sum + length, 0))
    let start = 0
    for (const { content } of taken) {
      bytes.set(content, start)
      start += content.length
    }
    this.#underWay++
    this.#worker.postMessage({ files, bytes } satisfies Batch, [bytes.buffer])
  }

  /** Waits until no more than `ahead` batches are under way. A fault of the thread itself is a defect. */
  settled(ahead: number): Effect.Effect<void, Refusal> {
    return Effect.async((resume) => {
      this.#look = () => {
        if (this.#fault !== null) resume(Effect.die(this.#fault))
        else if (this.#refusal !== null) resume(Effect.fail(this.#refusal))
        else if (this.#underWay <= ahead) resume(Effect.void)
      }
      this.#look()
    })
  }

  async end(): Promise<void> {
    this.#worker?.removeAllListeners("exit")
    await this.#worker?.terminate()
  }

  #start(): Worker {
    // Without the flags and the environment of this process: what they preload is meant for it alone.
    const worker = new Worker(`(${work})()`, { eval: true, execArgv: [], env: {} })
    worker.on("message", (refusal: Refusal | null) => {
      this.#underWay--
      this.#refusal ??= refusal
      this.#look()
    })
    const failed = (fault: Error): void => {
      this.#fault ??= fault
      this.#look()
    }
    worker.on("error", failed)
    worker.on("exit", (code) => failed(new Error(`the thread that writes files ended with ${code}`)))
    return worker
  }
}

/** What runs on the thread. Only its text gets there, so it names nothing of this module; a type is gone by then. */
const work = (): void => {
  const { parentPort } = process.getBuiltinModule("node:worker_threads")
  const { mkdirSync, writeFileSync } = process.getBuiltinModule("node:fs")
  const codeOf = (cause: unknown): string =>
    cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error"
  const write = ({ bytes, files }: Batch): Refusal | null => {
    let start = 0
    for (const { file, folder, length } of files) {
      try {
        mkdirSync(folder)
      } catch (cause) {
        const code = codeOf(cause)
        if (code !== "EEXIST") return { operation: "create the folder", path: folder, code }
      }
      try {
        writeFileSync(file, bytes.subarray(start, start + length))
      } catch (cause) {
        return { operation: "write", path: file, code: codeOf(cause) }
      }
      start += length
    }
    return null
  }
  parentPort?.on("message", (batch: Batch) => parentPort.postMessage(write(batch)))
}
