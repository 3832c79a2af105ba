import type { SubjectTask } from "../tasks/Task.js"

/** That nothing else counts stands in every prompt: programs of a subscription can look elsewhere (specification 2.2). */
const onlyTheDocuments = "添付の資料だけを根拠にしてください。ウェブや一般知識から補わないでください。"

/**
 * What a subject is asked: of a question the documents as text, each between two lines with its name; of an agent the names of the files in its folder.
 * The task's own words come first and are not changed.
 */
export const subjectPrompt = (task: SubjectTask): string =>
  [task.prompt, "", onlyTheDocuments, ...(task.mode === "qa" ? documents(task) : files(task))].join("\n")

const documents = ({ fixtures }: SubjectTask): ReadonlyArray<string> =>
  fixtures.flatMap(({ bytes, name }) => {
    const text = Buffer.from(bytes).toString("utf8").replace(/\n$/, "")
    return ["", `<<<資料 ${name}`, text, `資料 ${name}>>>`]
  })

const files = ({ fixtures }: SubjectTask): ReadonlyArray<string> => [
  "",
  "作業フォルダに次のファイルがあります。読み、必要なら書き換えてください。作業フォルダの外には触れないでください。",
  ...fixtures.map(({ name }) => `- ${name}`)
]
