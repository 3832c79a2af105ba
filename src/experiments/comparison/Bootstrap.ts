import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../json/Json.js"
import { DamagedRecord } from "../../records/RecordError.js"
import type { Resampling } from "../../stats/ClusterBootstrap.js"

/**
 * The draws behind every interval (decision 1). No trial depends on them; they stand in the protocol because the analysis is fixed
 * before any answer is read, as the trials are.
 */
export const bootstrap = { draws: 10_000, seed: "20261005" } as const

export const Bootstrap = Schema.Struct({
  draws: Schema.Literal(bootstrap.draws),
  seed: Schema.Literal(bootstrap.seed)
})

const decode = Schema.decodeUnknownEither(Bootstrap)

/** The draws that a saved protocol fixed. Other draws than the frozen ones would make another report of the same run. */
export const savedResampling = (protocol: JsonObject): Either.Either<Resampling, DamagedRecord> =>
  Either.mapBoth(decode(protocol["bootstrap"]), {
    onLeft: () =>
      new DamagedRecord({
        path: "protocol.json",
        line: 0,
        reason: `its bootstrap is not ${bootstrap.draws} draws from seed ${bootstrap.seed}`
      }),
    onRight: ({ draws, seed }) => ({ draws, seed: BigInt(seed) })
  })
