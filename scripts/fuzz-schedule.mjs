/**
 * `npm run test:fuzz -- [--seed N] [--parsed N] [--evaluated N]`: bundles the campaign of test/experiments/assist-premise/schedule and runs it.
 */
import { runProgram } from "./bundled.mjs"

await runProgram("test/experiments/assist-premise/schedule/campaign.ts")
