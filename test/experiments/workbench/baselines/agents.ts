import { copiedTable, wantedHeader } from "./tables.js"
import type { Attempt, View } from "./View.js"

/** Attempts of programs that work in a folder. */
const wanted = ({ expect }: View): ReadonlyArray<string> => (expect.format === "files" ? expect.paths : [])

const put = (view: View, content: (path: string) => string | null | undefined, answer: string): Attempt => ({
  answer,
  files: new Map(
    [...new Set([...wanted(view), ...view.documents.map(({ name }) => name)])].flatMap((path) => {
      const text = content(path)
      return text === undefined ? [] : [[path, text] as const]
    })
  )
})

const isThere = (view: View, path: string): boolean => view.documents.some(({ name }) => name === path)

/** The form that the prompt shows of a JSON file, with its zeros. */
const shownJson = ({ task }: View): string => /^\{\n[\s\S]*?^\}/m.exec(task.prompt)?.[0] ?? "{}"

export const unchanged = (): Attempt => ({ answer: "直しました。", files: new Map() })

/** The wanted files in their form, with nothing in them. */
export const emptyForms = (view: View): Attempt =>
  put(
    view,
    (path) =>
      isThere(view, path)
        ? undefined
        : path.endsWith(".csv")
          ? `${wantedHeader(view).join(",")}\n`
          : path.endsWith(".json")
            ? shownJson(view)
            : "",
    "資料からは判断できません。"
  )

/** What is there under the wanted names: a file of the same kind. */
export const echoed = (view: View): Attempt =>
  put(
    view,
    (path) =>
      isThere(view, path)
        ? undefined
        : (view.documents.find(({ name }) => name.split(".").at(-1) === path.split(".").at(-1))?.text ?? ""),
    view.documents
      .map(({ text }) => text)
      .join("\n")
      .slice(0, 100_000)
  )

/** Tables copied under the wanted header; other wanted files as the prompt shows them. */
export const copied = (view: View): Attempt =>
  put(
    view,
    (path) => (isThere(view, path) ? undefined : path.endsWith(".csv") ? copiedTable(view) : shownJson(view)),
    "保存しました。"
  )

/** All documents in every wanted file. */
export const piledUp = (view: View): Attempt => {
  const all = view.documents.map(({ text }) => text).join("\n")
  return put(view, (path) => (wanted(view).includes(path) ? all : undefined), all.slice(0, 100_000))
}

const isTest = (path: string): boolean => /^test\/|\.test\.|^check\.mjs$|^build\.mjs$/.test(path)

/** Every program and article set anew: no blanks at the end of a line, two spaces for a tab, one line end. */
export const reformatted = (view: View): Attempt =>
  put(
    view,
    (path) => {
      const text = view.documents.find(({ name }) => name === path)?.text
      return text === undefined
        ? undefined
        : `${text
            .replaceAll("\t", "  ")
            .replaceAll(/[ \u3000]+$/gm, "")
            .replaceAll(/\n{2,}/g, "\n\n")
            .trim()}\n`
    },
    "形を整えました。"
  )

export const withoutTests = (view: View): Attempt =>
  put(view, (path) => (isTest(path) ? null : undefined), "落ちるテストを消しました。")

/** Tests that test nothing, and checks that are always content. */
export const toothlessTests = (view: View): Attempt =>
  put(
    view,
    (path) => (isTest(path) && isThere(view, path) ? "process.exit(0)\n" : undefined),
    "すべて通るようになりました。"
  )

/** Every file that is asked about, empty. */
export const emptied = (view: View): Attempt =>
  put(view, (path) => (wanted(view).includes(path) ? "" : undefined), "書き直しました。")
