import type { SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"

/** Fixed replies of the Responses protocol in the shapes that clients have misread. Each answer is the same: 5916. */

const usage = {
  input_tokens: 1200,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 90,
  output_tokens_details: { reasoning_tokens: 70 },
  total_tokens: 1290
}

const reasoning = { id: "rs_mock_fixture", type: "reasoning", summary: [] }

const message = (content: ReadonlyArray<object>, phase?: "commentary" | "final_answer"): object => ({
  id: "msg_mock_fixture",
  type: "message",
  role: "assistant",
  status: "completed",
  ...(phase === undefined ? {} : { phase }),
  content
})

const text = (value: string): object => ({ type: "output_text", text: value, annotations: [] })

const body = (output: ReadonlyArray<object>, more: object = {}): SimulatedReply => ({
  type: "raw",
  httpStatus: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    id: "resp_mock_fixture",
    object: "response",
    created_at: 1767225600,
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "fixture",
    output,
    usage,
    synthetic_mock: true,
    ...more
  })
})

/** None is an infrastructure failure, so that no choice of seed can stop a run early. */
export const fixtureReplies: ReadonlyArray<SimulatedReply> = [
  { type: "answer", text: "5916", reasoningTokens: 70 },
  { type: "answer", text: " 5916\r\n", reasoningTokens: 0 },
  { type: "answer", text: "The answer is 5916.", reasoningTokens: 70 },
  { type: "answer", text: "```\n5916\n```", reasoningTokens: 70 },
  { type: "answer", text: "", reasoningTokens: 70 },
  { type: "refusal", text: "I cannot help with that." },
  { type: "incomplete", text: "5916" },
  { type: "incomplete", text: "" },
  body([reasoning, message([text("8604")], "commentary"), message([text("5916")], "final_answer")]),
  body([message([text("8604")], "commentary")]),
  body([message([text("59"), text("16")])]),
  body([message([text("5916"), { type: "refusal", refusal: "No." }])]),
  body([{ id: "xx_mock_fixture", type: "made_up_item" }, message([text("5916")])]),
  body([message([text("5916\u2028\u2029\u0085<b>|</b>")])]),
  body([message([text("5916")])], { usage: null }),
  body([message([text("5916")])], { usage: { input_tokens: 1200, output_tokens: 90 } })
]
