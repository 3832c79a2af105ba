import { datesIn, numbersIn } from "./reading.js"
import type { View } from "./View.js"

/** The cells of a CSV, quotes taken off. */
const cellsOf = (line: string): ReadonlyArray<string> =>
  [...`,${line}`.matchAll(/,\s*(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? "").trim()
  )

const source = ({ documents }: View): ReadonlyArray<ReadonlyArray<string>> =>
  (documents.find(({ name }) => name.endsWith(".csv"))?.text ?? "").split("\n").filter(Boolean).map(cellsOf)

/** The header that the prompt of an agent's task wants of a file: the first run of names with commas behind 見出し. */
export const wantedHeader = ({ task }: View): ReadonlyArray<string> =>
  /見出し\D*?([^\s,は、]+(?:,[^\s,]+)+)/.exec(task.prompt)?.[1]?.split(",") ?? []

const asWanted = (name: string, cell: string): string =>
  name.endsWith("日") ? (datesIn(cell)[0] ?? cell) : cell.replaceAll(",", "")

/** The source's table under the wanted header as it stands: columns of the same names, or the first; dates and numbers in the wanted form, no rule applied. */
export const copiedTable = (view: View): string => {
  const header = wantedHeader(view)
  let columns: ReadonlyArray<number> = []
  const rows = source(view).flatMap((cells) => {
    const found = header.map((name) =>
      cells.findIndex((cell) => cell !== "" && (cell.includes(name) || name.includes(cell)))
    )
    if (found.filter((column) => column >= 0).length >= 3) {
      columns = found
      return []
    }
    return columns.length === 0
      ? []
      : [
          columns
            .map((column, index) => asWanted(header[index] ?? "", cells[Math.max(column, 0)] ?? ""))
            .join(",")
        ]
  })
  return [header.join(","), ...rows].join("\n") + "\n"
}

/** Rows counted and summed by the words and the months that stand there, without any rule of the task. */
export const naiveSums = (view: View, header: ReadonlyArray<string>): string => {
  const sums = new Map<string, { count: number; sum: number }>()
  for (const cells of source(view)) {
    const month = cells.flatMap(datesIn)[0]?.slice(0, 7)
    const [, departments = ""] = /部署は (\S+) の順/.exec(view.task.prompt) ?? []
    const department = departments.split("、").find((name) => cells.includes(name))
    const amount =
      numbersIn(cells.findLast((cell) => /^[\d,]{3,}$/.test(cell.normalize("NFKC"))) ?? "0")[0] ?? 0
    const old = sums.get(`${department},${month}`) ?? { count: 0, sum: 0 }
    sums.set(`${department},${month}`, { count: old.count + 1, sum: old.sum + amount })
  }
  const [, departments = ""] = /部署は (\S+) の順/.exec(view.task.prompt) ?? []
  const rows = departments.split("、").flatMap((department) =>
    ["2026-04", "2026-05", "2026-06"].map((month) => {
      const { count, sum } = sums.get(`${department},${month}`) ?? { count: 0, sum: 0 }
      return [department, month, count, sum].join(",")
    })
  )
  return [header.join(","), ...rows].join("\n")
}
