/** `npm run test:escape`: bundles the campaign of test/sandbox/escape and runs it. Run it as root and as an ordinary user: the sandbox is built differently. */
import { runProgram } from "./bundled.mjs"

await runProgram("test/sandbox/escape/campaign.ts")
