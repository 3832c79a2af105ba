import * as Either from "effect/Either"
import type { JsonObject } from "../../../json/Json.js"
import { decodeProtocol } from "./Protocol.js"

/** What is measured and how it will be told, before the first answer. */
export const preregistration = (
  protocol: JsonObject,
  { trials }: { readonly trials: number; readonly blocks: number }
): string => {
  const planned = Either.getOrThrow(decodeProtocol(protocol))
  const names = planned.subjects.map(({ id }) => id).join(", ") || "nobody"
  return `${[
    "# Preregistration",
    "How far does a model on one's own machine take the place of a subscription in Japanese office work?",
    `Asked: ${names}. ${planned.tasks.length} tasks, ${planned.replicates} repeats, ${trials} trials. Judge: ${planned.judge?.id ?? "nobody"}.`,
    "The headline is 代替率: the mean over tasks of a subject's score by the best cloud's, cut to 0 to 1.2, with a 95 % interval over tasks. Six axes by published weights stand beside it.",
    "A wrong answer counts 0; a failure of the infrastructure is missing; a limit of a subscription is data. Nothing is repeated because an answer was wrong. Single models on single machines were measured, and no difference is called significant."
  ].join("\n\n")}\n`
}
