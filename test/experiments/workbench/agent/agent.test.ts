import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import { Ajv } from "ajv"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { readCall } from "../../../../src/experiments/workbench/agent/AgentCall.js"
import { carryOutCalls } from "../../../../src/experiments/workbench/agent/carryOut.js"
import { countCalls, goesOn, nextTurn } from "../../../../src/experiments/workbench/agent/nextTurn.js"
import { fileText, runText } from "../../../../src/experiments/workbench/agent/resultText.js"
import { agentTools } from "../../../../src/experiments/workbench/agent/tools.js"
import type { Json } from "../../../../src/json/Json.js"
import { parseJson } from "../../../../src/json/JsonParser.js"
import { RawBody } from "../../../../src/llm/HttpExchange.js"
import type { LlmRequest } from "../../../../src/llm/LlmRequest.js"
import type { LlmResponse, RequestedCall } from "../../../../src/llm/LlmResponse.js"
import { ollama } from "../../../../src/llm/ollama/OllamaProtocol.js"
import type { SandboxCommand, SandboxService } from "../../../../src/sandbox/Sandbox.js"

const root = fs.mkdtempSync(path.join(os.tmpdir(), "agent-"))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const call = (name: string, given: Json, problem: string | null = null): RequestedCall => ({
  name,
  arguments: given,
  problem
})

const good = [
  call("read", { path: "a.md" }),
  call("read", { path: "a.md", start_line: 3 }),
  call("list", { path: "." }),
  call("search", { text: "経費", path: "." }),
  call("write", { path: "a.md", content: "" }),
  call("run", { command: "node --test" })
]

const invalid = [
  call("delete", { path: "a.md" }),
  call("", {}),
  call("read", {}),
  call("read", { path: 1 }),
  call("read", { path: "a.md", start_line: 0 }),
  call("read", { path: "a.md", start_line: "3" }),
  call("read", "a.md", "the arguments are not an object but a string"),
  call("list", [], "the arguments are not an object but an array"),
  call("search", { path: "." }),
  call("search", { path: ".", text: "" }),
  call("write", { path: "a.md" }),
  call("write", { content: "x" }),
  call("run", { command: " " })
]

describe("a call", () => {
  it.each(good)("is read: $name $arguments", (requested) => {
    expect(Either.isRight(readCall(requested))).toBe(true)
  })

  it.each(invalid)("is invalid, and the model is told why: $name $arguments", (requested) => {
    expect(Either.getOrThrow(Either.flip(readCall(requested)))).toMatch(/引数|道具/)
  })

  it("that is read fits the schema that was offered, as an independent validator sees it", () => {
    const ajv = new Ajv()
    for (const { arguments: given, name } of good) {
      const tool = agentTools.find((offered) => offered.name === name)
      expect([name, ajv.validate(Object(tool?.parameters), given)]).toEqual([name, true])
    }
  })

  it("is counted, and the invalid ones apart", () => {
    expect(countCalls([{ toolCalls: good }, {}, { toolCalls: invalid }])).toEqual({
      toolCalls: good.length + invalid.length,
      toolCallInvalid: invalid.length
    })
  })
})

const request: LlmRequest = {
  model: "qwen3:8b",
  instructions: "",
  input: [{ role: "user", content: "直せ" }],
  reasoningEffort: null,
  maxOutputTokens: 512,
  tools: agentTools,
  options: { numCtx: 16_384, temperature: 0, seed: 1 }
}
const replyWith = (toolCalls: ReadonlyArray<RequestedCall>, thinking?: string): LlmResponse => ({
  responseId: "",
  returnedModel: "qwen3:8b",
  status: "completed",
  text: "読む。",
  textPartLengths: [3],
  refusals: [],
  incompleteReason: null,
  errorCode: null,
  usage: null,
  requestId: null,
  toolCalls,
  ...(thinking === undefined ? {} : { thinking }),
  notes: [],
  unknownParts: [],
  exchange: { httpStatus: 200, headers: {}, body: new RawBody(new Uint8Array()) }
})

describe("nextTurn", () => {
  it("asks again with what was called and what came of it, and changes nothing else", () => {
    const reply = replyWith([call("read", { path: "a.md" }), call("list", "x", "no object")], "まず読む")
    const asked = nextTurn({ request, reply }, ["本文", "エラー"])
    expect(asked).toEqual({
      ...request,
      input: [
        { role: "user", content: "直せ" },
        {
          role: "assistant",
          content: "読む。",
          thinking: "まず読む",
          toolCalls: [
            { name: "read", arguments: { path: "a.md" } },
            { name: "list", arguments: {} }
          ]
        },
        { role: "tool", toolName: "read", content: "本文" },
        { role: "tool", toolName: "list", content: "エラー" }
      ]
    })
    // It can be sent, saved and read again.
    const bytes = ollama.encodeRequest(asked, { truncation: "omit" })
    expect(ollama.decodeRequest(bytes)).toEqual(Either.right(asked))
  })

  it("says back a number that no request can hold as its digits", () => {
    const written = '{"path":"a.md","n":123456789012345678901234567890,"deep":[1e400,-0,0.5,7]}'
    const given = Either.getOrThrow(parseJson(written))
    const asked = nextTurn({ request, reply: replyWith([call("read", given)]) }, ["本文"])
    const bytes = ollama.encodeRequest(asked, { truncation: "omit" })
    expect(JSON.parse(new TextDecoder().decode(bytes)).messages[1].tool_calls[0].function.arguments).toEqual({
      path: "a.md",
      n: "123456789012345678901234567890",
      deep: ["1e400", 0, 0.5, 7]
    })
  })

  it("answers every call", () => {
    expect(() => nextTurn({ request, reply: replyWith([call("list", {})]) }, [])).toThrow("1 calls")
    expect(() => nextTurn({ request, reply: replyWith([]) }, [])).toThrow("0 calls")
  })

  it("ends with an answer, or with the last turn that there is", () => {
    const turn = { request, reply: replyWith([call("list", { path: "." })]) }
    expect(goesOn([turn], { turns: 2 })).toBe(true)
    expect(goesOn([turn, turn], { turns: 2 })).toBe(false)
    expect(goesOn([{ request, reply: replyWith([]) }], { turns: 2 })).toBe(false)
    expect(goesOn([], { turns: 2 })).toBe(false)
  })
})

/** Says what it was asked to run. */
const sandbox = (asked: Array<SandboxCommand>): SandboxService => ({
  probe: Effect.void,
  exec: (command) =>
    Effect.sync(() => {
      asked.push(command)
      return {
        exitCode: 1,
        signal: null,
        stdout: Buffer.from("ok\n"),
        stderr: Buffer.from("x".repeat(9000)),
        timedOut: false,
        outputCut: false,
        wallMs: 1
      }
    })
})

describe("carryOutCalls", () => {
  const bounds = { callsPerTurn: 8, resultLength: 6_000 }

  it.effect("works in the folder, in order, and answers a mistake instead of failing", () =>
    Effect.gen(function* () {
      const folder = fs.mkdtempSync(path.join(root, "w-"))
      fs.writeFileSync(path.join(folder, "a.md"), "一\n経費は5,000円\n")
      const asked: Array<SandboxCommand> = []
      const results = yield* carryOutCalls(
        folder,
        [
          call("list", { path: "." }),
          call("search", { text: "経費", path: "." }),
          call("write", { path: "out/b.md", content: "新" }),
          call("read", { path: "out/b.md" }),
          call("read", { path: "../secret" }),
          call("read", { path: "none.md" }),
          call("nothing", {}),
          call("run", { command: "node --test" }),
          call("list", { path: "." })
        ],
        bounds,
        sandbox(asked)
      )
      expect(results).toEqual([
        "a.md (22 バイト)",
        "a.md:2: 経費は5,000円",
        "書いた: out/b.md",
        "新",
        expect.stringMatching(/^エラー: .*leads out/),
        expect.stringMatching(/^エラー: .*nothing of that name/),
        expect.stringMatching(/^エラー: 「nothing」という道具はない/),
        expect.stringMatching(/^終了コード 1\n--- 標準出力 ---\nok\n--- 標準エラー ---\n/),
        expect.stringMatching(/^エラー: 一度に呼べる道具は8個まで/)
      ])
      expect(asked).toEqual([{ command: ["sh", "-c", "node --test"], task: folder }])
      expect(results.every((text) => text.length <= bounds.resultLength + 200)).toBe(true)
    })
  )
})

describe("texts for a model", () => {
  it("a long file is read on where it was left, and every line once", () => {
    const lines = Array.from({ length: 200 }, (_, index) => `${index + 1}行目 ${"あ".repeat(index % 40)}`)
    const seen: Array<string> = []
    for (let from = 1; from !== -1; ) {
      const text = fileText(lines.join("\n"), from, 300)
      const next = /続きは start_line=(\d+) で/.exec(text)
      seen.push(...text.replace(/\n（全.*）$/, "").split("\n"))
      from = next === null ? -1 : Number(next[1])
    }
    expect(seen).toEqual(lines)
  })

  it("a single line that is too long does not stop the reading, nor tears a character", () => {
    const text = fileText(`${"😀".repeat(100)}\nend`, 1, 101)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain("start_line=2")
  })

  it("the end of an output is what stays", () => {
    const ended = { exitCode: null, signal: "SIGKILL", timedOut: false, outputCut: false, wallMs: 1 }
    const said = runText(
      { ...ended, stdout: Buffer.from(`${"😀".repeat(500)}最後`), stderr: Buffer.from("") },
      101
    )
    expect(said).toMatch(/^シグナル SIGKILL で終わった。\n--- 標準出力 ---\n（長いので初めを切った。）\n/)
    expect(said.endsWith("最後")).toBe(true)
    expect(said.isWellFormed()).toBe(true)
    const late = { ...ended, timedOut: true, stdout: new Uint8Array(), stderr: new Uint8Array() }
    expect(runText(late, 100)).toBe("時間切れで止めた。")
  })
})
