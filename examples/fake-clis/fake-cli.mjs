/**
 * Pretends to be `claude`, `codex` or `gemini`, so that the workbench can be tried without an account: put this folder in front of PATH. It answers
 * in the form of the real program, with an answer that it makes up from the prompt without any model. All that it says is marked as synthetic.
 *
 * ICL_FAKE_SCENARIO makes it misbehave: the name of a scenario below, or the path of a JSON file such as
 *
 *     { "claude": "cap", "codex": { "scenario": "cap", "after": 3 }, "gemini": "not-logged-in" }
 *
 * where `after` is the number of prompts that are answered first, counted in a file beside it.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { dialects } from "./dialects.mjs"
import { simulatedAnswer } from "./simulated-answer.mjs"

const [name, ...args] = process.argv.slice(2)
const dialect = dialects[name]
const versions = { claude: "2.1.197 (Claude Code)", codex: "codex-cli 0.171.0", gemini: "0.61.0" }

const counted = (file) => {
  const before = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : 0
  fs.writeFileSync(file, String(before + 1))
  return before
}

const chosenScenario = () => {
  const given = process.env.ICL_FAKE_SCENARIO ?? "answer"
  if (!given.endsWith(".json")) return given
  const chosen = JSON.parse(fs.readFileSync(given, "utf8"))[name] ?? "answer"
  if (typeof chosen === "string") return chosen
  return counted(`${given}.${name}.count`) < chosen.after ? "answer" : chosen.scenario
}

const print = (lines) => process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))

/** The whole prompt; as with the real programs nothing happens until standard input has ended. */
const readPrompt = async () => {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}

const isAgent = args.some((argument) => ["workspace-write", "acceptEdits", "auto_edit"].includes(argument))

const answer = (prompt) => {
  if (isAgent) fs.writeFileSync("SYNTHETIC.md", "合成サンプル: モデルは使っていません。\n")
  return print(dialect.answer(simulatedAnswer(name, prompt), prompt))
}

const fail = ({ exitCode, lines = [], stderr = "" }) => {
  print(lines)
  process.stderr.write(stderr)
  process.exitCode = exitCode
}

const scenarios = {
  answer,
  cap: () => fail(dialect.cap("’")),
  "cap-apostrophe": () => fail(dialect.cap("'")),
  "not-logged-in": () => fail(dialect.notLoggedIn),
  crash: () => fail({ exitCode: 1, stderr: "TypeError: synthetic crash\n    at fake-cli.mjs:1:1\n" }),
  /** Tries again and again, and says so. */
  "retry-storm": async () => {
    for (let attempt = 1; ; attempt++) {
      fail(dialect.retry(attempt))
      await sleep(200)
    }
  },
  /** Says nothing, and does not go when it is asked to. */
  hang: async () => {
    process.on("SIGTERM", () => {})
    for (;;) await sleep(1000)
  },
  slow: async (prompt) => {
    await sleep(2000)
    await answer(prompt)
  },
  /** Answers and stays. */
  stay: async (prompt) => {
    await answer(prompt)
    for (;;) await sleep(1000)
  },
  /** Answers and goes, and leaves somebody behind who holds the output. */
  "hold-stdout": async (prompt) => {
    await answer(prompt)
    spawn("sleep", ["60"], { stdio: "inherit" }).unref()
    process.exit(0)
  },
  /** The output in pieces of one byte to three, so that every character is cut. */
  "split-utf8": async (prompt) => {
    const bytes = Buffer.from(
      dialect
        .answer(simulatedAnswer(name, prompt), prompt)
        .map((line) => `${JSON.stringify(line)}\n`)
        .join("")
    )
    for (let at = 0; at < bytes.length; at += 1 + (at % 3)) {
      process.stdout.write(bytes.subarray(at, at + 1 + (at % 3)))
      if (at % 20 === 0) await sleep(1)
    }
  },
  noise: (prompt) => {
    process.stderr.write("Warning: 256-color support not detected. { not: 'json' }\n")
    process.stdout.write("Loaded cached credentials.\n\n{ torn\n")
    answer(prompt)
  },
  /** 500 MB, if anybody takes them. */
  flood: async () => {
    const piece = Buffer.alloc(1_000_000, "合成サンプル\n")
    for (let megabytes = 0; megabytes < 500; megabytes++) {
      if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve))
    }
  }
}

process.stdout.on("error", () => process.exit(1))
if (args.includes("--version")) {
  console.log(`${versions[name]} synthetic`)
} else {
  const prompt = await readPrompt()
  const scenario = scenarios[chosenScenario()]
  if (scenario === undefined) fail({ exitCode: 2, stderr: "ICL_FAKE_SCENARIO names no scenario\n" })
  else await scenario(prompt)
}
