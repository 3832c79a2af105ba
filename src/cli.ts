import { analyse, analyze } from "./cli/analyse.js"
import { assess } from "./cli/assess.js"
import { audit } from "./cli/audit.js"
import { compare } from "./cli/compare.js"
import { completions } from "./cli/completions.js"
import { freeze } from "./cli/freeze.js"
import { lang } from "./cli/lang.js"
import { plan } from "./cli/plan.js"
import { power } from "./cli/power.js"
import { preflight } from "./cli/preflight.js"
import { provider } from "./cli/provider.js"
import { report } from "./cli/report.js"
import { resume, run } from "./cli/run.js"
import { schedule } from "./cli/schedule.js"
import { score } from "./cli/score.js"
import { show } from "./cli/show.js"
import { status } from "./cli/status.js"
import type { Verb } from "./cli/Verb.js"
import { verify } from "./cli/verify.js"

/** The command line's verbs, in the order of the help. */
export const verbs: ReadonlyArray<Verb> = [
  preflight,
  plan,
  audit,
  freeze,
  run,
  resume,
  status,
  score,
  report,
  assess,
  power,
  verify,
  compare,
  analyse,
  analyze,
  show,
  lang,
  schedule,
  provider,
  completions(() => verbs)
]
