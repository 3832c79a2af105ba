import type { ProtocolId } from "../llm/Protocol.js"
import { type PlannedTrial, protocolField } from "./PlannedTrial.js"

/** What sending a trial takes. */
export type ScheduledTrial = Pick<PlannedTrial, "trialId" | "block" | "requestSha256" | "protocol">

const idBytes = 16
const hashBytes = 32
const trialBytes = idBytes + hashBytes

/**
 * The trials of a schedule in their order. A run keeps all of them from its first to its last, so they are packed: 49 bytes a trial instead of some
 * 250, and the name of each block once.
 */
export class Dispatch implements Iterable<ScheduledTrial> {
  #packed = Buffer.alloc(1024 * trialBytes)
  /** Of each trial, its place in the list of the protocols that were met. */
  #protocolAt: Array<number> = []
  readonly #protocols: Array<ProtocolId | undefined> = []
  readonly #blocks: Array<{ readonly name: string; readonly start: number }> = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Trials come in the order of the schedule, those of one block next to each other. */
  add({ block, protocol, requestSha256, trialId }: ScheduledTrial): void {
    const at = this.#size * trialBytes
    if (at === this.#packed.length) this.#packed = Buffer.concat([this.#packed], 2 * at)
    this.#packed.write(trialId, at, "hex")
    this.#packed.write(requestSha256, at + idBytes, "hex")
    if (!this.#protocols.includes(protocol)) this.#protocols.push(protocol)
    this.#protocolAt.push(this.#protocols.indexOf(protocol))
    if (this.#blocks.at(-1)?.name !== block) this.#blocks.push({ name: block, start: this.#size })
    this.#size += 1
  }

  *[Symbol.iterator](): Iterator<ScheduledTrial> {
    for (const block of this.blocks()) yield* block
  }

  /** Block after block, those of its trials whose places are `wanted`; blocks without any are left out. */
  *blocks(wanted: (place: number) => boolean = () => true): IterableIterator<ReadonlyArray<ScheduledTrial>> {
    for (const [index, { name, start }] of this.#blocks.entries()) {
      const end = this.#blocks[index + 1]?.start ?? this.#size
      const trials: Array<ScheduledTrial> = []
      for (let place = start; place < end; place++) if (wanted(place)) trials.push(this.#unpack(place, name))
      if (trials.length > 0) yield trials
    }
  }

  #unpack(place: number, block: string): ScheduledTrial {
    const at = place * trialBytes
    return {
      trialId: this.#packed.toString("hex", at, at + idBytes),
      block,
      requestSha256: this.#packed.toString("hex", at + idBytes, at + trialBytes),
      ...protocolField(this.#protocols[this.#protocolAt[place] ?? 0])
    }
  }
}
