import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../json/Json.js"
import { PlanRefused } from "../../pipeline/PipelineError.js"
import { identityVersion, sha256Hex } from "../../records/Identity.js"
import { Bootstrap, bootstrap } from "./Bootstrap.js"
import { drawn, handMade, type Settings, settingsDecoder } from "./Config.js"
import { naturalLexicon } from "./lang/Lexicon.js"
import { styles } from "./lang/Syntax.js"
import { lookupEnding, lookupInstructions, lookupOpening } from "./prompt/lookupPrompt.js"
import { describeSyntax } from "./prompt/SyntaxDescription.js"
import { type Preset, presets } from "./resolveConfig.js"

export const experimentId = "syntax-locality"

/** Raised whenever the same configuration would give other families, sources, prompts, identities or grades. */
const versions = { identity: identityVersion, generator: 1, renderer: 1, prompt: 1, scorer: 1 } as const

/** SHA-256 of each part of the prompts that does not depend on a family. */
const templates = {
  scope_lookup: {
    instructions: sha256Hex(lookupInstructions),
    user: sha256Hex(
      lookupOpening("<syntax>", [{ source: "<source>", value: 0 }]) + "<source>" + lookupEnding
    ),
    syntax: sha256Hex(styles.map((style) => describeSyntax(style, naturalLexicon)).join("\n\n"))
  }
}

/** `protocol.json`: everything that determines the plan, and therefore also which version of this program can derive it. */
const head = {
  formatVersion: Schema.Literal(1),
  experiment: Schema.Literal(experimentId),
  preset: Schema.Literal(...presets),
  phase: Schema.Literal("p0", "p1"),
  versions: Schema.Struct({
    identity: Schema.Literal(versions.identity),
    generator: Schema.Literal(versions.generator),
    renderer: Schema.Literal(versions.renderer),
    prompt: Schema.Literal(versions.prompt),
    scorer: Schema.Literal(versions.scorer)
  }),
  bootstrap: Bootstrap,
  templates: Schema.Struct({
    scope_lookup: Schema.Struct({
      instructions: Schema.Literal(templates.scope_lookup.instructions),
      user: Schema.Literal(templates.scope_lookup.user),
      syntax: Schema.Literal(templates.scope_lookup.syntax)
    })
  })
}

/** The protocol of this version. */
export const protocolOf = (preset: Preset, phase: "p0" | "p1", settings: Settings): JsonObject => ({
  formatVersion: 1,
  experiment: experimentId,
  preset,
  phase,
  versions,
  bootstrap,
  templates,
  ...settings,
  grid: settings.grid === null ? null : { ...settings.grid }
})

const decode = settingsDecoder(Schema.Struct({ ...head, ...drawn }), Schema.Struct({ ...head, ...handMade }))

/** The settings of a saved protocol. Refused is what this version would not derive as its author did. */
export const decodeProtocol = (json: JsonObject): Either.Either<Settings, PlanRefused> =>
  Either.mapLeft(
    decode(json),
    (issues) => new PlanRefused({ reason: `this version cannot derive the protocol: ${issues.join("; ")}` })
  )
