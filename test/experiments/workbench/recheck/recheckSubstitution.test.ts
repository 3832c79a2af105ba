import { describe, expect, it } from "vitest"
import { recheckSubstitution } from "../../../../src/experiments/workbench/recheck/recheckSubstitution.js"

/*
 * By hand: task a has the clouds at 0.8 (mean of 0.6 and 1.0) and 0.5, so its best is 0.8, and the local model's 0.4 is half of it. In task b the best
 * cloud has 0.5, and 0.9 is cut to 1.2 of it. In task c all clouds have 0, so it counts for nobody. The mean of 0.5 and 1.2 is 0.85.
 */
const runs = `subject,task,score01,cap_hit,errored,crashed
m:1b,a,0.4,0,0,0
m:1b,b,0.9,0,0,0
m:1b,c,1,0,0,0
m:1b,d,NA,0,1,0
claude,a,0.6,0,0,0
claude,a,1,0,0,0
claude,b,0.5,0,0,0
claude,c,0,0,0,0
claude,d,NA,1,0,0
claude,d,NA,NA,NA,NA
codex,a,0.5,0,0,0
codex,b,NA,0,0,1
`

const header = "subject,kind,substitution,substitution_tasks,runs,cap_hits,errors,crashes\n"
const lines = {
  local: "m:1b,local,0.85,2,4,0,1,0\n",
  claude: "claude,cloud,1,2,5,1,0,0\n",
  codex: "codex,cloud,0.625,1,2,0,0,1\n"
}

const recheck = (summary: string) =>
  recheckSubstitution({ runs: Buffer.from(runs), summary: Buffer.from(summary) })

describe("the second computation of 代替率", () => {
  it("agrees with what was computed by hand", () => {
    expect(recheck(header + lines.local + lines.claude + lines.codex)).toMatchObject({
      passed: true,
      checked: 3,
      detail: ""
    })
  })

  it.each([
    ["a rate", "0.85", "0.86", "substitution is 0.86, and the runs give 0.85"],
    ["a count of tasks", ",2,4,", ",3,4,", "substitution_tasks is 3, and the runs give 2"],
    ["a count of runs", ",4,0,1,0", ",5,0,1,0", "runs is 5, and the runs give 4"],
    ["an error that was left out", ",0,1,0", ",0,0,0", "errors is 0, and the runs give 1"],
    ["a missing rate", "0.85", "NA", "substitution is NA, and the runs give 0.85"]
  ])("finds %s that is another", (_, from, to, detail) => {
    const changed = lines.local.replace(from, to)
    expect(changed).not.toBe(lines.local)
    expect(recheck(header + changed + lines.claude + lines.codex)).toMatchObject({
      passed: false,
      detail: `summary.csv:2: ${detail}`
    })
  })

  it("has no rate where there is no cloud, and names a table that it cannot read", () => {
    expect(recheck(header + lines.local.replace("0.85,2", "NA,0"))).toMatchObject({ passed: true })
    expect(recheck('"')).toMatchObject({ passed: false, checked: 0 })
  })
})
