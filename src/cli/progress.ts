import * as Effect from "effect/Effect"
import { safeLine, safeText } from "../report/SafeText.js"
import { Progress, type Step } from "../runner/Progress.js"

/** Where progress is written: standard error, whatever it is. */
export interface Screen {
  readonly isTerminal: boolean
  /** Characters in a line of a terminal. */
  readonly columns: number
  readonly write: (text: string) => void
}

/** A terminal's line is drawn anew this often; a pipe gets a line of its own much more rarely. */
const everyMs = { terminal: 200, pipe: 5000 } as const

/** Back to the first column, and nothing behind it. No colours, so there is nothing that NO_COLOR could turn off. */
const wipe = "\r\u001b[2K"

/** A message of its own, in the place of the line that moves, which comes back below it. */
export const say = (screen: Screen, message: string): void =>
  screen.write(`${screen.isTerminal ? wipe : ""}${safeText(message)}\n`)

/**
 * Runs `work` with its progress on the screen: one line that moves on a terminal, a plain line every few seconds in a pipe or in CI. The
 * line is gone when the work has ended.
 */
export const withProgress =
  (screen: Screen) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const clock = yield* Effect.clock
      const pace = screen.isTerminal ? everyMs.terminal : everyMs.pipe
      let startedAt = clock.unsafeCurrentTimeMillis()
      let shownAt = startedAt
      let shown = false
      let stage = ""
      let doneBefore = 0
      const tell = (step: Step): void => {
        const now = clock.unsafeCurrentTimeMillis()
        if (step.stage !== stage) {
          ;[stage, startedAt, doneBefore] = [step.stage, now, step.done]
        }
        if (now - shownAt < pace) return
        shownAt = now
        shown = true
        const line = safeLine(lineOf(step, step.done - doneBefore, now - startedAt))
        screen.write(screen.isTerminal ? `${wipe}${line.slice(0, screen.columns - 1)}` : `${line}\n`)
      }
      const clear = Effect.sync(() => {
        if (shown && screen.isTerminal) screen.write(wipe)
      })
      return yield* work.pipe(Effect.provideService(Progress, { tell }), Effect.ensuring(clear))
    })

/** `run 120/720 17%, 41/s, 14 s left; …`; the rate is that of this start. */
export const lineOf = ({ done, notes, stage, total }: Step, doneNow: number, elapsedMs: number): string => {
  const rate = elapsedMs > 0 ? (1000 * doneNow) / elapsedMs : 0
  const speed = rate > 0 ? [`${rateText(rate)}/s`] : []
  const head =
    total === null
      ? [`${stage} ${done}`, ...speed]
      : [
          `${stage} ${done}/${total} ${total === 0 ? 100 : Math.floor((100 * done) / total)}%`,
          ...speed,
          ...(rate > 0 ? [`${duration((total - done) / rate)} left`] : [])
        ]
  return [head.join(", "), ...(notes?.() ?? [])].join("; ")
}

const rateText = (rate: number): string => (rate < 10 ? rate.toFixed(1) : rate.toFixed(0))

const duration = (seconds: number): string => {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
