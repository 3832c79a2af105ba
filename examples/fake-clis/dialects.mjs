/** How each program puts what it says: the forms are those of claude 2.1.197, codex-cli 0.171.0 and gemini 0.61.0. */

/** A rough number, which is all that a made-up answer deserves. */
const tokens = (text) => Math.ceil(text.length / 2)

const claudeResult = (fields) => ({
  type: "result",
  subtype: "success",
  is_error: false,
  api_error_status: null,
  duration_ms: 20,
  duration_api_ms: 10,
  num_turns: 1,
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 }
  },
  permission_denials: [],
  synthetic: true,
  ...fields
})

const claudeInit = {
  type: "system",
  subtype: "init",
  tools: [],
  mcp_servers: [],
  model: "synthetic",
  apiKeySource: "none"
}

const claudeAssistant = (text, fields = {}) => ({
  type: "assistant",
  message: { model: "synthetic", role: "assistant", type: "message", content: [{ type: "text", text }] },
  ...fields
})

const claudeFailure = (text, error, status, between = []) => ({
  exitCode: 1,
  lines: [
    claudeInit,
    ...between,
    claudeAssistant(text, { error }),
    claudeResult({ is_error: true, api_error_status: status, result: text })
  ]
})

const claude = {
  answer: (text, prompt) => [
    claudeInit,
    claudeAssistant(text),
    claudeResult({
      result: text,
      ttft_ms: 5,
      usage: {
        input_tokens: tokens(prompt),
        output_tokens: tokens(text),
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 }
      }
    })
  ],
  cap: (apostrophe) =>
    claudeFailure(`You${apostrophe}ve hit your limit · resets 2:02am (UTC)`, "rate_limit", 429, [
      {
        type: "rate_limit_event",
        rate_limit_info: { status: "rejected", resetsAt: 1796004130, rateLimitType: "five_hour" }
      }
    ]),
  notLoggedIn: claudeFailure("Not logged in · Please run /login", "authentication_failed", null),
  retry: (attempt) => ({
    exitCode: 1,
    lines: attempt === 1 ? [claudeInit] : [],
    stderr: `API Error (Repeated 529 Overloaded errors) · Retrying in 1 seconds… (attempt ${attempt}/10)\n`
  })
}

const codexStart = [
  { type: "thread.started", thread_id: "synthetic", synthetic: true },
  { type: "turn.started" }
]

const codexFailure = (message) => ({
  exitCode: 1,
  lines: [...codexStart, { type: "error", message }, { type: "turn.failed", error: { message } }]
})

const codex = {
  answer: (text, prompt) => [
    ...codexStart,
    { type: "item.completed", item: { id: "item_0", type: "agent_message", text } },
    {
      type: "turn.completed",
      usage: {
        input_tokens: tokens(prompt),
        cached_input_tokens: 0,
        output_tokens: tokens(text),
        reasoning_output_tokens: 0
      }
    }
  ],
  cap: (apostrophe) =>
    codexFailure(
      `You${apostrophe}ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro) or try again at Nov 30th, 2026 1:57 AM.`
    ),
  notLoggedIn: codexFailure(
    "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header"
  ),
  retry: (attempt) => ({
    exitCode: 1,
    lines: [
      ...(attempt === 1 ? codexStart : []),
      {
        type: "error",
        message: "Reconnecting... waiting for network (Connection failed: error sending request)"
      }
    ]
  })
}

const geminiStart = (prompt) => [
  { type: "init", session_id: "synthetic", model: "synthetic" },
  { type: "message", role: "user", content: prompt }
]

const gemini = {
  answer: (text, prompt) => [
    ...geminiStart(prompt),
    { type: "message", role: "assistant", content: text, delta: true },
    {
      type: "result",
      status: "success",
      stats: {
        total_tokens: tokens(prompt) + tokens(text),
        input_tokens: tokens(prompt),
        output_tokens: tokens(text),
        cached: 0,
        tool_calls: 0
      },
      synthetic: true
    }
  ],
  /** Its wording has no apostrophe. */
  cap: () => ({
    exitCode: 173,
    lines: [
      ...geminiStart(""),
      {
        type: "result",
        status: "error",
        error: {
          type: "unknown",
          message:
            "[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later."
        },
        stats: {},
        synthetic: true
      }
    ]
  }),
  notLoggedIn: {
    exitCode: 41,
    stderr:
      "Please set an Auth method in your settings.json or specify one of the following environment variables before running\n"
  },
  retry: (attempt) => ({
    exitCode: 1,
    lines: attempt === 1 ? geminiStart("") : [],
    stderr: `Attempt ${attempt} failed: Resource has been exhausted (e.g. check quota).\nSuggested retry after 2s.. Retrying after 5043ms...\n`
  })
}

export const dialects = { claude, codex, gemini }
