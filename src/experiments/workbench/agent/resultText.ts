import type { Entry } from "../../../sandbox/readWithin.js"
import type { SandboxResult } from "../../../sandbox/Sandbox.js"
import type { Match } from "../../../sandbox/searchFiles.js"

/** What came of a call, in the words that a model reads. At most `limit` UTF-16 code units stay of what may be long. */

export const errorText = (message: string): string => `エラー: ${message}`

/** Whole lines from `startLine` on, as many as there is room for, and from where to read on. */
export const fileText = (content: string, startLine: number, limit: number): string => {
  const lines = content.split("\n")
  if (content === "") return "（空のファイル）"
  if (startLine > lines.length) return errorText(`${lines.length}行しかない。`)
  const wanted = lines.slice(startLine - 1)
  const whole = wanted.join("\n")
  if (whole.length <= limit) return whole
  let count = 0
  for (let length = 0; count < wanted.length; count++) {
    length += (wanted[count]?.length ?? 0) + 1
    if (length > limit) break
  }
  // One line that is too long on its own is cut, so that reading goes on at all.
  const kept = Math.max(count, 1)
  return `${clip(wanted.slice(0, kept).join("\n"), limit)}\n（全${lines.length}行のうち${startLine + kept - 1}行目まで。続きは start_line=${startLine + kept} で読める。）`
}

export const listText = (
  { complete, entries }: { readonly entries: ReadonlyArray<Entry>; readonly complete: boolean },
  limit: number
): string => {
  if (entries.length === 0) return "（空のフォルダ）"
  const lines = entries.map(({ bytes, kind, name }) =>
    kind === "folder" ? `${name}/` : kind === "file" ? `${name} (${bytes} バイト)` : `${name} (読めない)`
  )
  return clip([...lines, ...more(complete)].join("\n"), limit)
}

export const searchText = (
  { complete, matches }: { readonly matches: ReadonlyArray<Match>; readonly complete: boolean },
  limit: number
): string =>
  matches.length === 0 && complete
    ? "見つからない。"
    : clip(
        [...matches.map(({ line, path, text }) => `${path}:${line}: ${text}`), ...more(complete)].join("\n"),
        limit
      )

const more = (complete: boolean): ReadonlyArray<string> => (complete ? [] : ["（ほかにもある。）"])

/** The ends of both outputs: that is where test runners and compilers say what is wrong. */
export const runText = (ended: SandboxResult, limit: number): string => {
  const outcome = ended.timedOut
    ? "時間切れで止めた。"
    : ended.outputCut
      ? "出力が多すぎるので止めた。"
      : ended.exitCode === null
        ? `シグナル ${ended.signal} で終わった。`
        : `終了コード ${ended.exitCode}`
  const part = (name: string, bytes: Uint8Array): ReadonlyArray<string> =>
    bytes.length === 0
      ? []
      : [`--- ${name} ---`, clipStart(new TextDecoder().decode(bytes).trimEnd(), limit / 2)]
  return [outcome, ...part("標準出力", ended.stdout), ...part("標準エラー", ended.stderr)].join("\n")
}

/** Never half a surrogate pair: no request could hold it. */
export const clip = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text.slice(0, limit).replace(/[\ud800-\udbff]$/, "")}\n（長いのでここで切った。）`

const clipStart = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `（長いので初めを切った。）\n${text.slice(text.length - limit).replace(/^[\udc00-\udfff]/, "")}`
