import type { Drawing } from "../../../../report/figures/draw.js"
import type { Caption } from "../../../../report/figures/Figure.js"
import { hue } from "../../../../report/figures/look.js"
import type { PointKind } from "../../../../report/figures/scatter.js"
import type { Segment } from "../../../../report/figures/stackedBars.js"
import type { WorkbenchRun } from "../WorkbenchRun.js"
import { kindNames } from "../words.js"

/** A figure before it is drawn. Its name, title and text alternative are those of the drawing's caption. */
export interface PlannedFigure {
  readonly drawing: Drawing
  readonly csv: string
}

/** A caption with what all figures of a run say. */
export const captionOf = (
  { pending, planned, snapshotDate, status, trials }: WorkbenchRun,
  own: Pick<Caption, "name" | "title" | "alt" | "notes">
): Caption => ({
  ...own,
  alt: status === "sample" ? `実測前サンプル。${own.alt}` : own.alt,
  subject: [
    ...(status === "sample" ? ["実測前サンプル、どのモデルの数字でもない"] : []),
    `${planned.tasks.length}問を${planned.replicates}回ずつ、計${trials.length}走${pending > 0 ? `（うち${pending}走は未完）` : ""}`,
    planned.config.environments[planned.machine.environment].label,
    snapshotDate ?? "日付なし"
  ].join("、"),
  synthetic: status === "sample"
})

/** Local and cloud are told apart by texture, shape and filling as well as by colour. */
const kinds = ["local", "cloud"] as const

export const kindIndex = (kind: (typeof kinds)[number]): number => kinds.indexOf(kind)

export const barKinds: ReadonlyArray<Segment> = [
  { label: kindNames.local, colour: hue.vermillion, texture: "plain" },
  { label: kindNames.cloud, colour: hue.blue, texture: "diagonal" }
]

export const pointKinds: ReadonlyArray<PointKind> = [
  { label: kindNames.local, shape: "circle", colour: hue.vermillion, hollow: false },
  { label: kindNames.cloud, shape: "square", colour: hue.blue, hollow: true }
]

export const barWords = { missing: "欠測", interval: "95%区間" } as const
