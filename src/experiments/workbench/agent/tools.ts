import type { Tool } from "../../../llm/LlmRequest.js"

const text = (description: string) => ({ type: "string", description })

const path = text("作業フォルダからの相対パス。例: docs/規程.md。作業フォルダそのものは「.」。")

/** An object with these properties and no others. */
const object = (
  properties: Readonly<Record<string, { readonly type: string; readonly description: string }>>,
  required: ReadonlyArray<string>
) => ({ type: "object", properties, required, additionalProperties: false })

/** What an agent on a local model can do: as little as the work needs, in the language of the work. */
export const agentTools = [
  {
    name: "read",
    description: "テキストファイルを読む。長いときは途中までしか返らないので、start_line で続きを読む。",
    parameters: object(
      { path, start_line: { type: "integer", description: "何行目から読むか。省くと1行目から。" } },
      ["path"]
    )
  },
  {
    name: "list",
    description: "フォルダの直下にあるファイルとフォルダの一覧を返す。",
    parameters: object({ path }, ["path"])
  },
  {
    name: "search",
    description:
      "指定した文字列をそのまま含む行を、パス以下のすべてのテキストファイルから探す。正規表現ではない。",
    parameters: object({ text: text("探す文字列。"), path }, ["text", "path"])
  },
  {
    name: "write",
    description: "ファイルの中身を、渡した文字列で丸ごと置き換える。なければフォルダごと作る。",
    parameters: object({ path, content: text("ファイルの新しい中身の全体。") }, ["path", "content"])
  },
  {
    name: "run",
    description: "作業フォルダでシェルのコマンドを実行し、終了コードと出力を返す。ネットワークは使えない。",
    parameters: object({ command: text("sh に渡すコマンド。例: node --test") }, ["command"])
  }
] as const satisfies ReadonlyArray<Tool>
