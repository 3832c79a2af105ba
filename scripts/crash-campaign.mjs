/**
 * `npm run test:crash -- [--kills N] [--seed S] [--from RUN]`: bundles the campaign of test/runner/crash and runs it.
 */
import { runProgram } from "./bundled.mjs"

await runProgram("test/runner/crash/main.ts")
