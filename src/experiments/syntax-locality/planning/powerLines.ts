import { fixed } from "../../../report/Figures.js"
import { markdownTable } from "../../../report/Markdown.js"
import type { ExpectedStratum, Source } from "../../../stats/Power.js"
import { contrastName } from "../reporting/contrasts.js"
import type { ContrastPower } from "./powerOf.js"

const titles = [
  "task / view",
  "contrast",
  "families",
  "discordant",
  "own / nearest / pooled strata",
  "standard error",
  "80 %",
  "90 %",
  "80 % pooled × 0.5",
  "× 1",
  "× 2",
  "remarks"
] as const

/** One line a contrast, in percentage points; then which strata of the pilot stand in for those that it does not have. */
export const powerLines = (found: ReadonlyArray<ContrastPower>): ReadonlyArray<string> => [
  markdownTable(
    titles.map((title, index) => ({
      title,
      align: index < 2 || index === titles.length - 1 ? "left" : "right"
    })),
    found.map(rowOf)
  ),
  "",
  ...standIns(found)
]

const rowOf = (one: ContrastPower): ReadonlyArray<string> => {
  const { task, view, contrast, families, strata, estimate, pooled } = one
  const count = (source: Source) => strata.filter((stratum) => stratum.source === source).length
  return [
    `${task} / ${view}`,
    contrastName(contrast),
    `${families.available} of ${families.planned}`,
    String(families.discordant),
    `${count("own")} / ${count("nearest")} / ${count("pooled")}`,
    points(estimate?.standardError),
    points(estimate?.detectable.power80),
    points(estimate?.detectable.power90),
    ...[0, 1, 2].map((index) => points(pooled[index]?.detectable.power80)),
    remarksOn(one).join("; ") || "none"
  ]
}

/** Without a sign: none of these has a direction. */
const points = (share: number | undefined): string =>
  share === undefined ? fixed(null, 1) : `${fixed(100 * share, 1)} pp`

/** What a reader must know before relying on a line. */
export const remarksOn = ({ asked, estimate, scarce }: ContrastPower): ReadonlyArray<string> => [
  ...(asked ? [] : ["not asked by the target"]),
  ...(estimate === null ? ["no discordance to go by"] : []),
  ...(estimate !== null && scarce ? ["few discordant families"] : []),
  ...(estimate !== null && estimate.detectable.power80 > estimate.largest
    ? [`out of reach: all discordance in one direction is ${points(estimate.largest)}`]
    : [])
]

/** Strata that are not taken from the pilot as they are, once for all contrasts that agree on them. */
const standIns = (found: ReadonlyArray<ContrastPower>): ReadonlyArray<string> => {
  const lines = found.flatMap(({ strata }) =>
    strata
      .filter(({ source }) => source !== "own")
      .map((stratum) => `${place(stratum.levels)} takes ${origin(stratum)}`)
  )
  return lines.length === 0 ? ["Every stratum of the target is one of the pilot's."] : [...new Set(lines)]
}

const origin = ({ from }: ExpectedStratum): string =>
  from === null ? "the mean of all strata of the pilot" : `the nearest of the pilot, ${place(from)}`

const place = ([depth, filler]: ReadonlyArray<number>): string => `depth ${depth} × filler ${filler}`
