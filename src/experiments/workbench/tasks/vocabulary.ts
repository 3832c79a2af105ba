/** The words of a task's contract: categories (specification 3), methods (4), traps, classes of machine (6.2). */

export const categories = [
  "shisya-rules",
  "keiyaku",
  "gijiroku",
  "mail",
  "hyou-csv",
  "code-hozen",
  "longctx"
] as const
export type Category = (typeof categories)[number]

/** What the specification's table calls them. */
export const categoryLabels: Readonly<Record<Category, string>> = {
  "shisya-rules": "社内規程RAG",
  keiyaku: "契約・見積照合",
  gijiroku: "議事録ToDo抽出",
  mail: "メール返信・敬語",
  "hyou-csv": "表/CSV処理",
  "code-hozen": "日本語コード保守",
  longctx: "長文コンテキスト耐性"
}

/** How a layer is scored. All but `rubric` are objective: no model has a say. */
export const methods = ["exact", "includes", "regex", "numeric", "json-field", "script", "rubric"] as const
export type Method = (typeof methods)[number]

/** What makes a task go wrong in practice. */
export const traps = [
  "exception",
  "date-switch",
  "scattered",
  "unsupported",
  "decoy",
  "contradiction",
  "format",
  "noise"
] as const

export const environments = ["laptop", "gaming", "workstation"] as const
export type Environment = (typeof environments)[number]

export const sampleKinds = [
  "reference",
  "correct",
  "wrong",
  "careless",
  "keyword",
  "refuser",
  "inventor"
] as const
export type SampleKind = (typeof sampleKinds)[number]
