import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import { type HttpExchange, RawBody } from "../../../src/llm/HttpExchange.js"
import { readPs, readTags, readVersion } from "../../../src/llm/ollama/readServer.js"

const exchangeOf = (body: unknown, httpStatus = 200): HttpExchange => ({
  httpStatus,
  headers: { "content-type": "application/json" },
  body: new RawBody(new TextEncoder().encode(JSON.stringify(body)))
})

const local = {
  name: "qwen3:8b",
  model: "qwen3:8b",
  modified_at: "2026-05-04T17:37:44.706015396-07:00",
  size: 5_225_388_164,
  digest: "500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41",
  details: {
    parent_model: "",
    format: "gguf",
    family: "qwen3",
    families: ["qwen3"],
    parameter_size: "8.2B",
    quantization_level: "Q4_K_M",
    context_length: 40_960
  },
  capabilities: ["completion", "tools", "thinking"]
}

describe("/api/tags", () => {
  it("tells what may be asked here, and drops what would be answered elsewhere", () => {
    const cloud = [
      { ...local, name: "gpt-oss:120b-cloud", remote_host: "https://ollama.com:443" },
      { ...local, name: "x-cloud", remote_model: "x" }
    ]
    expect(readTags(exchangeOf({ models: [cloud[0], local, cloud[1]] }))).toEqual(
      Either.right({
        models: [
          {
            name: "qwen3:8b",
            digest: local.digest,
            bytes: 5_225_388_164,
            family: "qwen3",
            parameters: "8.2B",
            quantization: "Q4_K_M",
            contextLength: 40_960,
            capabilities: ["completion", "tools", "thinking"]
          }
        ],
        cloud: ["gpt-oss:120b-cloud", "x-cloud"]
      })
    )
  })

  it("takes old servers, which say less, and empty ones", () => {
    const { capabilities: _, ...old } = local
    const { context_length: __, ...details } = local.details
    expect(Either.getOrThrow(readTags(exchangeOf({ models: [{ ...old, details }] }))).models).toMatchObject([
      { contextLength: null, capabilities: null }
    ])
    expect(readTags(exchangeOf({ models: null }))).toEqual(Either.right({ models: [], cloud: [] }))
  })

  it.each([[{}], [{ models: {} }], [{ models: [1] }], [{ models: [{ size: 1 }] }], [[]]])(
    "refuses %j",
    (body) => {
      expect(readTags(exchangeOf(body))).toMatchObject({ _tag: "Left", left: { _tag: "DecodeError" } })
    }
  )

  it("a server of another kind is an error of its own", () => {
    expect(readTags(exchangeOf({ error: "no" }, 404))).toMatchObject({
      left: { _tag: "ApiError", httpStatus: 404 }
    })
  })
})

it("/api/ps tells the context that was really set aside", () => {
  const models = [{ ...local, size: 6_000_000_000, size_vram: 5_000_000_000, context_length: 16_384 }]
  expect(readPs(exchangeOf({ models }))).toEqual(
    Either.right([
      {
        name: "qwen3:8b",
        digest: local.digest,
        bytes: 6_000_000_000,
        vramBytes: 5_000_000_000,
        contextLength: 16_384
      }
    ])
  )
})

it("/api/version", () => {
  expect(readVersion(exchangeOf({ version: "0.13.5" }))).toEqual(Either.right("0.13.5"))
  expect(Either.isLeft(readVersion(exchangeOf({})))).toBe(true)
})
