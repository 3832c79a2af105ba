import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../json/Json.js"
import { PlanRefused } from "../../pipeline/PipelineError.js"
import { identityVersion, sha256Hex } from "../../records/Identity.js"
import { Bootstrap, bootstrap } from "../comparison/Bootstrap.js"
import { drawn, handMade, type Settings, settingsDecoder } from "./Config.js"
import { type Task, tasks } from "./Factors.js"
import { naturalLexicon } from "./lang/Lexicon.js"
import { styles } from "./lang/Syntax.js"
import { columns, lineOf } from "./prompt/AstTable.js"
import { describeSyntax } from "./prompt/SyntaxDescription.js"
import { endingOf, openingOf, templates } from "./prompt/Template.js"
import { type Preset, presets } from "./resolveConfig.js"

export const experimentId = "syntax-locality"

/** Raised whenever the same configuration would give other families, sources, prompts, identities or grades. */
const versions = { identity: identityVersion, generator: 1, renderer: 1, prompt: 1, scorer: 1 } as const

/** SHA-256 of each part of a task's prompts that does not depend on a family. */
const hashesOf = (task: Task) => {
  const template = templates[task]
  const given = task === "ast_to_source" ? lineOf(columns) : "<source>"
  const user = openingOf(template, "<syntax>", [{ given, answer: "0" }]) + given + endingOf(template)
  const syntax = styles.map((style) => describeSyntax(style, naturalLexicon, task)).join("\n\n")
  return {
    instructions: sha256Hex(template.instructions),
    user: sha256Hex(user),
    syntax: sha256Hex(syntax)
  }
}

const templateHashes: Readonly<Record<Task, ReturnType<typeof hashesOf>>> = {
  scope_lookup: hashesOf("scope_lookup"),
  active_stack: hashesOf("active_stack"),
  ast_to_source: hashesOf("ast_to_source")
}

const hashed = (task: Task) => {
  const { instructions, user, syntax } = templateHashes[task]
  return Schema.optionalWith(
    Schema.Struct({
      instructions: Schema.Literal(instructions),
      user: Schema.Literal(user),
      syntax: Schema.Literal(syntax)
    }),
    { exact: true }
  )
}

/** `protocol.json`: everything that determines the plan, and therefore also which version of this program can derive it. */
const head = {
  formatVersion: Schema.Literal(1),
  experiment: Schema.Literal(experimentId),
  preset: Schema.Literal(...presets),
  phase: Schema.Literal("p0", "p1"),
  /** An A/A run; other protocols do not have the field. */
  aa: Schema.optionalWith(Schema.Literal(true), { exact: true }),
  versions: Schema.Struct({
    identity: Schema.Literal(versions.identity),
    generator: Schema.Literal(versions.generator),
    renderer: Schema.Literal(versions.renderer),
    prompt: Schema.Literal(versions.prompt),
    scorer: Schema.Literal(versions.scorer)
  }),
  bootstrap: Bootstrap,
  /** One for each task that is asked. */
  templates: Schema.Struct({
    scope_lookup: hashed("scope_lookup"),
    active_stack: hashed("active_stack"),
    ast_to_source: hashed("ast_to_source")
  })
}

/** What a protocol means that names no tasks: it asks for values alone, as all do under p0. */
const lookupAlone: Pick<Settings, "tasks" | "generationGrid"> = {
  tasks: ["scope_lookup"],
  generationGrid: null
}

/** The protocol of this version. p0 asks `scope_lookup` alone, p1 the configured tasks; `aa` gives the arms of an A/A run. */
export const protocolOf = (
  preset: Preset,
  phase: "p0" | "p1",
  settings: Settings,
  aa = false
): JsonObject => {
  const { tasks: configured, generationGrid, ...rest } = settings
  const asked = phase === "p0" ? lookupAlone.tasks : tasks.filter((task) => configured.includes(task))
  return {
    formatVersion: 1,
    experiment: experimentId,
    preset,
    phase,
    ...(aa ? { aa } : {}),
    versions,
    bootstrap,
    templates: Object.fromEntries(asked.map((task) => [task, templateHashes[task]])),
    ...rest,
    grid: settings.grid === null ? null : { ...settings.grid },
    ...(asked.join() === lookupAlone.tasks.join()
      ? {}
      : {
          tasks: asked,
          generationGrid:
            asked.includes("ast_to_source") && generationGrid !== null ? { ...generationGrid } : null
        })
  }
}

const decode = settingsDecoder(Schema.Struct({ ...head, ...drawn }), Schema.Struct({ ...head, ...handMade }))

/** What a saved protocol says of a plan. */
export type PlannedSettings = Settings & { readonly aa: boolean }

/** The settings of a saved protocol. Refused is what this version would not derive as its author did. */
export const decodeProtocol = (json: JsonObject): Either.Either<PlannedSettings, PlanRefused> =>
  decode({ tasks: lookupAlone.tasks, generationGrid: null, ...json }).pipe(
    Either.filterOrLeft(
      ({ tasks: asked, templates: found }) =>
        Object.keys(found).length === asked.length && asked.every((task) => found[task] !== undefined),
      (): ReadonlyArray<string> => ["templates are not those of the tasks"]
    ),
    Either.mapBoth({
      onLeft: (issues) =>
        new PlanRefused({ reason: `this version cannot derive the protocol: ${issues.join("; ")}` }),
      onRight: (decoded) => ({ ...decoded, aa: decoded.aa === true })
    })
  )
