import type { JsonObject } from "../../json/Json.js"
import { mostRepairs } from "./prompt/conversation.js"

/** What is measured and how it will be told, before the first answer. */
export const preregistration = (
  protocol: JsonObject,
  { trials }: { readonly trials: number; readonly blocks: number }
): string =>
  `${[
    "# Preregistration",
    "Does an assistant that writes a schedule from a requirement say which premises it filled in?",
    `Model ${String(protocol["model"])}, problems ${String(protocol["set"])}, ${trials} trials of at most ${1 + mostRepairs} calls. A body that cannot be evaluated goes back at most ${mostRepairs} times; nothing else does.`,
    "A trial passes when every open premise is declared and the points are those of an accepted reading. Each problem counts once; replicates are shown apart, and the best of them is never taken.",
    "One run of one model is one measurement: no interval is computed, and no difference between models is called significant."
  ].join("\n\n")}\n`
