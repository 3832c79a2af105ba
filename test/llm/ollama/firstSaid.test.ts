import { describe, expect, it } from "@effect/vitest"
import { firstSaid } from "../../../src/llm/ollama/firstSaid.js"

const lines = [
  { message: { role: "assistant", content: "" } },
  { message: { role: "assistant", content: "", thinking: "考" } },
  { message: { role: "assistant", content: "", thinking: "え😀" } },
  { message: { role: "assistant", content: "答" } },
  { message: { role: "assistant", content: "え", thinking: "?" }, done: true }
].map((line) => `${JSON.stringify(line)}\n`)
const bytes = Buffer.from(lines.join(""))
/** The byte behind the line with the first piece of each. */
const endOf = (count: number): number => Buffer.byteLength(lines.slice(0, count).join(""))

describe("firstSaid", () => {
  it("tells each in the piece that completes its line, cut at every byte", () => {
    for (let cut = 1; cut < bytes.length; cut++) {
      const read = firstSaid()
      const [before, after] = [read(bytes.subarray(0, cut)), read(bytes.subarray(cut))]
      expect([cut, before, after]).toEqual([
        cut,
        [...(cut >= endOf(2) ? ["thinking"] : []), ...(cut >= endOf(4) ? ["content"] : [])],
        [...(cut < endOf(2) ? ["thinking"] : []), ...(cut < endOf(4) ? ["content"] : [])]
      ])
    }
  })

  it("byte by byte", () => {
    const read = firstSaid()
    const found = [...bytes].flatMap((byte, index) =>
      read(Uint8Array.of(byte)).map((said) => [said, index + 1])
    )
    expect(found).toEqual([
      ["thinking", endOf(2)],
      ["content", endOf(4)]
    ])
  })

  it("is silent about what is no stream", () => {
    expect(firstSaid()(Buffer.from('<html>\n{"error":"x"}\n[1]\n{"message":{"content":1}}\n'))).toEqual([])
  })
})
