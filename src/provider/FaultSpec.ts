import * as Either from "effect/Either"
import {
  type Fault,
  type FaultName,
  type FaultPlan,
  faultKinds,
  noFaults,
  type Operation,
  operations,
  type WeightedFault
} from "./Fault.js"
import { parseRetryAfterForm, retryAfterForms } from "./RetryAfterForm.js"

/** Names as they are written: `400…599` stands for the statuses. */
export const faultNames: ReadonlyArray<string> = Object.keys(faultKinds).map((name) =>
  name === "status" ? "400…599" : name
)

type Parsed<A> = Either.Either<A, string>

/**
 * Reads a specification of faults, e.g. `503:0.05,429/retry-after=2:0.1,count.404:1,latency=50..200`: items with commas between.
 *
 * - `[generate.|count.]NAME[/retry-after=FORM][/for=MS]:PROBABILITY`: without an endpoint it holds for all endpoints where
 *   the fault makes sense. The probabilities of an endpoint add up to at most 1; at most one fault happens to a request.
 * - `latency=MS` or `latency=MIN..MAX`: how long every reply takes.
 *
 * A `Left` says what is wrong, to be read after the flag's name.
 */
export const parseFaults = (spec: string): Parsed<FaultPlan> =>
  Either.gen(function* () {
    const found: Record<Operation, Array<WeightedFault>> = { generate: [], count: [] }
    let { latencyMs } = noFaults
    for (const item of spec.split(",").map((text) => text.trim())) {
      if (item.startsWith("latency=")) {
        latencyMs = yield* latency(item)
        continue
      }
      const { at, weighted } = yield* faultItem(item)
      for (const operation of at) found[operation].push(weighted)
    }
    for (const operation of operations) {
      const sum = found[operation].reduce((total, { probability }) => total + probability, 0)
      // Decimal fractions such as ten times 0.1 add up to a little more than 1.
      if (sum > 1 + 1e-9) yield* Either.left(`has probabilities for ${operation} that add up to more than 1`)
    }
    return { ...found, latencyMs }
  })

const milliseconds = (text: string): number | null => (/^[0-9]{1,7}$/.test(text) ? Number(text) : null)

const latency = (item: string): Parsed<FaultPlan["latencyMs"]> => {
  const [low = "", high = low, ...more] = item.slice("latency=".length).split("..")
  const [min, max] = [milliseconds(low), milliseconds(high)]
  return min === null || max === null || min > max || more.length > 0
    ? Either.left(`must have latency=MS or latency=MIN..MAX in whole milliseconds, not '${item}'`)
    : Either.right({ min, max })
}

const faultItem = (
  item: string
): Parsed<{ readonly at: ReadonlyArray<Operation>; readonly weighted: WeightedFault }> =>
  Either.gen(function* () {
    const [, label = "", share = ""] = /^(.*):([^:]*)$/.exec(item) ?? []
    const [target = "", ...options] = label.split("/")
    const operation = operations.find((known) => target.startsWith(`${known}.`))
    const written = operation === undefined ? target : target.slice(operation.length + 1)
    const name = yield* faultName(written === "" ? item : written)
    const { at } = faultKinds[name]
    const chosen = at.filter((known) => operation === undefined || known === operation)
    if (chosen.length === 0) yield* Either.left(`has '${item}', but ${name} happens to ${at.join(", ")} only`)
    if (!/^(0|1|[01]?\.[0-9]+)$/.test(share) || Number(share) > 1) {
      yield* Either.left(
        `must give '${item}' a probability from 0 to 1, as in '${written === "" ? item : written}:0.1'`
      )
    }
    const httpStatus = name === "status" ? Number(written) : 0
    const fault = yield* withOptions({ name, label, httpStatus, retryAfter: null, forMs: null }, options)
    return { at: chosen, weighted: { fault, probability: Number(share) } }
  })

const isFaultName = (name: string): name is Exclude<FaultName, "status"> =>
  name !== "status" && Object.hasOwn(faultKinds, name)

const faultName = (written: string): Parsed<FaultName> => {
  if (/^[45][0-9][0-9]$/.test(written)) return Either.right("status")
  return isFaultName(written)
    ? Either.right(written)
    : Either.left(`names an unknown fault '${written}'; the faults are ${faultNames.join(", ")}`)
}

const withOptions = (fault: Fault, options: ReadonlyArray<string>): Parsed<Fault> =>
  Either.gen(function* () {
    let complete = fault
    for (const option of options) {
      const [key = "", value = ""] = option.split(/=(.*)/s)
      const known: ReadonlyArray<string> = faultKinds[fault.name].options
      if (!known.includes(key)) {
        yield* Either.left(
          `has '/${option}', but ${fault.label} takes ${known.length === 0 ? "no option" : known.join(", ")}`
        )
      }
      if (key === "for") {
        const forMs = milliseconds(value)
        complete = { ...complete, forMs: forMs ?? (yield* Either.left(`must have for=MS, not '${option}'`)) }
      } else {
        const retryAfter = parseRetryAfterForm(value)
        complete = {
          ...complete,
          retryAfter:
            retryAfter ?? (yield* Either.left(`must have retry-after=${retryAfterForms}, not '${value}'`))
        }
      }
    }
    return complete
  })
