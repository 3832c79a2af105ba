import * as Either from "effect/Either"
import type { SimulatedModel, SimulatedReply } from "../../../llm/simulated/SimulatedModel.js"
import { UnknownProfile } from "../../../pipeline/PipelineError.js"
import type { JavaRandom } from "../../../random/JavaRandom.js"
import { fixtureReplies } from "./fixtureReplies.js"
import { noisyReply } from "./noisyReply.js"
import { perfectAnswer } from "./perfectAnswer.js"
import { type Question, readQuestion } from "./readQuestion.js"

/** What is said to a prompt that is none of ours: a model's answer like any other, and wrong. */
const puzzled: SimulatedReply = { type: "answer", text: "I do not understand.", reasoningTokens: 0 }

/** A model that understands the question before it answers. */
const reader = (
  profile: string,
  answer: (question: Question, random: JavaRandom) => SimulatedReply
): SimulatedModel => ({
  profile,
  reply: (request, random) => {
    const question = readQuestion(request)
    return question === null ? puzzled : answer(question, random)
  }
})

/** Never mistaken: for checking the wiring, not for imitating a model. */
const perfect = reader("perfect", (question) => ({
  type: "answer",
  text: perfectAnswer(question),
  reasoningTokens: 64
}))

/** Makes seeded mistakes, more of them the more blocks were closed, or the deeper they are nested in what is to be written. */
const noisy = reader("noisy", noisyReply)

/** Says one of a few fixed things, whatever is asked. */
const fixture: SimulatedModel = {
  profile: "fixture",
  reply: (_request, random) => fixtureReplies[random.nextInt(fixtureReplies.length)] ?? puzzled
}

const models: ReadonlyArray<SimulatedModel> = [noisy, perfect, fixture]

export const simulatedProfiles: ReadonlyArray<string> = models.map((model) => model.profile)

/** The simulated model of a profile: `noisy`, `perfect` or `fixture`. It sees the request and its chance, nothing else. */
export const simulatedModel = (profile: string): Either.Either<SimulatedModel, UnknownProfile> =>
  Either.fromNullable(
    models.find((model) => model.profile === profile),
    () => new UnknownProfile({ profile, known: simulatedProfiles })
  )
