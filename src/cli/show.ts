import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { arms } from "../experiments/syntax-locality/Arms.js"
import type { ShownTrial, TrialQuery } from "../pipeline/show.js"
import { onRun, runFlag } from "./common.js"
import * as Flag from "./Flag.js"
import { commandLine } from "./text.js"
import { UsageError } from "./UsageError.js"
import * as Verb from "./Verb.js"

const factorFlag: Flag.Flag<readonly [name: string, value: string]> = {
  placeholder: "NAME=VALUE",
  about: "any other factor of schedule.jsonl;",
  absent: Option.none(),
  decode: (given) => {
    const end = given.indexOf("=")
    return end > 0
      ? Either.right([given.slice(0, end), given.slice(end + 1)] as const)
      : Either.left("must be NAME=VALUE")
  }
}

const flags = {
  run: runFlag,
  trial: Flag.optional(Flag.text("ID", "The trial's id, or its beginning.")),
  family: Flag.optional(Flag.text("ID", "Instead of --trial: the family,")),
  problem: Flag.optional(Flag.text("ID", "or, in assist-premise, the problem;")),
  style: Flag.optional(Flag.choice(arms, "the notation,")),
  view: Flag.optional(Flag.text("NAME", "and, where more than one trial fits, the view,")),
  regime: Flag.optional(Flag.text("NAME", "the lexical regime,")),
  task: Flag.optional(Flag.text("NAME", "the task,")),
  factor: Flag.optional(Flag.repeatable(factorFlag)),
  replicate: Flag.optional(Flag.integer(1, 100, "the replicate."))
}

export const show = Verb.make({
  name: "show",
  summary: "Print all about one trial: prompt, structure, gold, answer, grade.",
  examples: [
    "icl-bench show --run runs/pilot --trial 0f3a",
    "icl-bench show --run runs/pilot --family d08-f032-01 --style named_end --view after_close --regime nonce"
  ],
  flags,
  run: (values) =>
    Effect.gen(function* () {
      const query = yield* queryOf(values)
      const shown = yield* onRun(values.run, (experiment) =>
        Effect.map(
          Effect.promise(() => import("../pipeline/show.js")),
          (stages) => stages.show(experiment, query)
        )
      )
      return {
        json: shown,
        lines: sections(shown).flatMap(({ text, title }) => [`== ${title}`, text, ""]),
        code: 0,
        next: commandLine("report", "--run", values.run)
      }
    })
})

const queryOf = (values: Flag.Values<typeof flags>): Effect.Effect<TrialQuery, UsageError> => {
  const { factor, family, problem, regime, replicate, style, task, trial, view } = values
  const named = Object.entries({ familyId: family, problem, style, view, regime, task }).flatMap(
    ([name, value]) => (value === null ? [] : [[name, value] as const])
  )
  const factors = [...named, ...(factor ?? [])]
  if (trial !== null) {
    return factors.length > 0 || replicate !== null
      ? new UsageError({ problem: "--trial names one trial by itself; leave out the other choices" })
      : Effect.succeed({ trialId: trial })
  }
  return factor === null && problem === null && (family === null || style === null)
    ? new UsageError({
        problem:
          "show needs --trial ID, or --family ID and --style NAME, or --problem ID, or --factor NAME=VALUE"
      })
    : Effect.succeed({ factors: Object.fromEntries(factors), replicate })
}

const sections = (shown: ShownTrial): ReadonlyArray<{ readonly title: string; readonly text: string }> => {
  const { answer, gold, grade, request, trial } = shown
  const remark = grade.reason === null ? "" : `: ${grade.reason}`
  const diagnostics = Object.entries(grade.diagnostics).map(([name, value]) => `${name} ${value}`)
  return [
    {
      title: "trial",
      text: JSON.stringify({ trialId: trial.trialId, replicate: trial.replicate, ...trial.factors })
    },
    { title: "instructions", text: request.instructions },
    { title: "prompt", text: request.input.map(({ content }) => content).join("\n\n") },
    ...shown.sections,
    { title: "gold", text: JSON.stringify(gold) },
    ...(shown.later ?? []).flatMap(({ reply, request: next }, index) => [
      { title: `answer ${index + 1}`, text: reply },
      // What a later request adds stands at its end.
      { title: `prompt ${index + 2}`, text: next.input.at(-1)?.content ?? "" }
    ]),
    { title: "answer", text: answer ?? "(none)" },
    {
      title: "grade",
      text: [
        `${grade.outcome}${remark}${grade.synthetic_mock ? " (synthetic_mock)" : ""}`,
        ...diagnostics
      ].join("\n")
    }
  ]
}
