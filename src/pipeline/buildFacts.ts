import * as os from "node:os"
import packageJson from "../../package.json" with { type: "json" }

/** What made the records of an invocation: facts for `events.jsonl`, kept out of everything that is hashed. */
export const buildFacts = {
  program: `${packageJson.name} ${packageJson.version}`,
  effect: packageJson.dependencies.effect,
  node: process.versions.node,
  platform: `${os.platform()} ${os.arch()}`
} as const
