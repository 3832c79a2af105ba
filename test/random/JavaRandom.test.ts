import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { JavaRandom, shuffle } from "../../src/random/JavaRandom.js"
import vectors from "../fixtures/random/java-random-vectors.json" with { type: "json" }

const bitsOf = (double: number): string => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(double)
  return bytes.toString("hex")
}

const repeat = <A>(times: number, draw: () => A): Array<A> => Array.from({ length: times }, draw)

describe("JavaRandom gives the sequences of Java 17", () => {
  for (const expected of vectors.seeds) {
    const fresh = () => new JavaRandom(BigInt(expected.seed))

    describe(`seed ${expected.seed}`, () => {
      it("nextInt", () => {
        const random = fresh()
        expect(repeat(expected.nextInt.length, () => random.nextInt())).toEqual(expected.nextInt)
      })

      it("nextInt(bound)", () => {
        for (const [bound, values] of Object.entries(expected.nextIntBound)) {
          const random = fresh()
          expect(
            repeat(values.length, () => random.nextInt(Number(bound))),
            `bound ${bound}`
          ).toEqual(values)
        }
      })

      it("nextLong", () => {
        const random = fresh()
        expect(repeat(expected.nextLong.length, () => random.nextLong().toString())).toEqual(
          expected.nextLong
        )
      })

      it("nextDouble", () => {
        const random = fresh()
        expect(repeat(expected.nextDouble.length, () => bitsOf(random.nextDouble()))).toEqual(
          expected.nextDouble
        )
      })

      it("nextBoolean", () => {
        const random = fresh()
        expect(repeat(expected.nextBoolean.length, () => random.nextBoolean())).toEqual(expected.nextBoolean)
      })

      it("Collections.shuffle", () => {
        const shuffled = shuffle([...Array(100).keys()], fresh())
        expect(shuffled.slice(0, expected.shuffle100.length)).toEqual(expected.shuffle100)
      })
    })
  }

  it("covers ten seeds, among them the extremes of a long", () => {
    const seeds = vectors.seeds.map((vector) => vector.seed)
    expect(seeds).toHaveLength(10)
    expect(seeds).toContain("9223372036854775807")
    expect(seeds).toContain("-9223372036854775808")
  })
})

describe("JavaRandom", () => {
  it("agrees with the defining recurrence in BigInt, for any seed", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (seed) => {
        const random = new JavaRandom(seed)
        let state = (seed ^ 0x5deece66dn) & (2n ** 48n - 1n)
        for (let draw = 0; draw < 50; draw++) {
          state = (state * 0x5deece66dn + 0xbn) & (2n ** 48n - 1n)
          expect(random.nextInt()).toBe(Number(BigInt.asIntN(32, state >> 16n)))
        }
      }),
      { numRuns: 50 }
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("refuses the bound %s", (bound) => {
    expect(() => new JavaRandom(0n).nextInt(bound)).toThrow(RangeError)
  })
})

describe("shuffle", () => {
  it("leaves its input alone and keeps every item", () => {
    const items = ["a", "b", "c", "d", "e", "f"]
    const shuffled = shuffle(items, new JavaRandom(7n))
    expect(items).toEqual(["a", "b", "c", "d", "e", "f"])
    expect(shuffled).not.toEqual(items)
    expect([...shuffled].sort()).toEqual(items)
  })

  it("draws nothing for fewer than two items", () => {
    const random = new JavaRandom(42n)
    expect(shuffle([], random)).toEqual([])
    expect(shuffle(["only"], random)).toEqual(["only"])
    expect(random.nextInt()).toBe(new JavaRandom(42n).nextInt())
  })
})
