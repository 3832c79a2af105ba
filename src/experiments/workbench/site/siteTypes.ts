/** The types of `LeaderboardData.ts`, letter by letter (a test compares them), for a file that stands alone in somebody else's site. */
export const siteTypes = `export interface LeaderboardSpread {
  readonly p50: number
  readonly p95: number
}

export interface LeaderboardRate {
  /** 100: as good as the best cloud. 0 to 120. */
  readonly value: number | null
  /** How many tasks it stands on. */
  readonly tasks: number
}

export interface LeaderboardEntry {
  readonly id: string
  readonly kind: "local" | "cloud"
  readonly version: string | null
  readonly quantization: string | null
  readonly digest: string | null
  /** 0 to 100, by axis. */
  readonly axes: Readonly<Record<string, number | null>>
  readonly total: number | null
  readonly substitution: LeaderboardRate & { readonly low: number | null; readonly high: number | null }
  readonly byCategory: Readonly<Record<string, LeaderboardRate>>
  readonly byEnvironment: Readonly<Record<string, LeaderboardRate>>
  /** 称号. */
  readonly titles: Readonly<Record<string, { readonly value: number | null; readonly label: string | null }>>
  /** Seconds; of completed runs. */
  readonly ttftSeconds: LeaderboardSpread | null
  readonly wallSeconds: LeaderboardSpread | null
  readonly tokPerSec: (LeaderboardSpread & { readonly kind: "measured" | "estimated" }) | null
  /** Months until a local model pays, by pattern; \`null\` within: it never does. \`null\`: a cloud. */
  readonly economy: Readonly<
    Record<
      string,
      { readonly months: number | null; readonly pays: boolean | null; readonly condition: string }
    >
  > | null
  readonly runs: number
  readonly completed: number
  readonly capHits: number
  readonly tasksScored: number
}

export interface LeaderboardData {
  readonly formatVersion: 1
  /** \`sample\`: 実測前サンプル. No number is a model's, and a page must say so. */
  readonly status: "sample" | "measured"
  /** UTC, such as 2026-11-30; \`null\`: nothing was measured. */
  readonly snapshotDate: string | null
  readonly protocolHash: string
  readonly judge: string | null
  readonly environment: { readonly id: string; readonly label: string; readonly gpu: string | null }
  readonly repeats: number
  readonly tasks: number
  readonly axes: ReadonlyArray<{ readonly id: string; readonly label: string; readonly weight: number }>
  readonly categories: ReadonlyArray<{ readonly id: string; readonly label: string }>
  /** Prices that nobody looked up: economy must not be published while there are any. */
  readonly assumedPrices: number
  readonly entries: ReadonlyArray<LeaderboardEntry>
}
`
