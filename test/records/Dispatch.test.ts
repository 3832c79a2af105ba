import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Dispatch, type ScheduledTrial } from "../../src/records/Dispatch.js"

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: length, maxLength: length })

const trialOf = (block: string) =>
  fc.record(
    {
      trialId: hex(32),
      block: fc.constant(block),
      requestSha256: hex(64),
      protocol: fc.constant("messages" as const)
    },
    { requiredKeys: ["trialId", "block", "requestSha256"] }
  )

/** Blocks with names of their own, each of a few trials. */
const schedule = fc
  .array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 })
  .chain((sizes) =>
    fc.tuple(
      ...sizes.map((size, index) => fc.array(trialOf(`block ${index}`), { minLength: size, maxLength: size }))
    )
  )

const packed = (blocks: ReadonlyArray<ReadonlyArray<ScheduledTrial>>): Dispatch => {
  const dispatch = new Dispatch()
  for (const trial of blocks.flat()) dispatch.add(trial)
  return dispatch
}

describe("Dispatch", () => {
  it("gives back the trials and the blocks that it was given", () => {
    fc.assert(
      fc.property(schedule, (blocks) => {
        const dispatch = packed(blocks)
        expect(dispatch.size).toBe(blocks.flat().length)
        expect([...dispatch]).toEqual(blocks.flat())
        expect([...dispatch.blocks()]).toEqual(blocks)
      })
    )
  })

  it("leaves out what is not wanted, and blocks of which nothing is", () => {
    fc.assert(
      fc.property(schedule, fc.array(fc.boolean(), { minLength: 48, maxLength: 48 }), (blocks, wanted) => {
        let place = 0
        const expected = blocks.map((block) => block.filter(() => wanted[place++]))
        expect([...packed(blocks).blocks((at) => wanted[at] ?? false)]).toEqual(
          expected.filter(({ length }) => length > 0)
        )
      })
    )
  })

  it("grows beyond its first thousand", () => {
    const id = (index: number) => index.toString(16).padStart(32, "0")
    const trials = Array.from({ length: 5000 }, (_, index) => ({
      trialId: id(index),
      block: `b${Math.floor(index / 5)}`,
      requestSha256: id(index).repeat(2)
    }))
    expect([...packed([trials])]).toEqual(trials)
  })
})
