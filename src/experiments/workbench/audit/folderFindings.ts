import { isUtf8 } from "node:buffer"
import { sha256, type Task } from "../tasks/Task.js"
import { isObjective } from "../tasks/TaskSpec.js"

/** Objective layers carry at least this much; a mail's tone needs more of the judge. */
export const objectiveShare = { mail: 0.5, others: 0.6 } as const

export const weightFindings = ({ spec }: Task): ReadonlyArray<string> => {
  const share = spec.grade.layers.filter(isObjective).reduce((sum, { weight }) => sum + weight, 0)
  const least = spec.category === "mail" ? objectiveShare.mail : objectiveShare.others
  return share >= least - 1e-9 ? [] : [`objective layers weigh ${share}, not ${least} or more`]
}

export const fixtureFindings = ({ files, spec }: Task): ReadonlyArray<string> => {
  const listed = new Set(spec.fixtures.map(({ path }) => path))
  return [
    ...spec.fixtures.flatMap(({ path, sha256: expected }) =>
      sha256(files.get(path) ?? "") === expected ? [] : [`${path} has another sha256 than task.json says`]
    ),
    ...[...files.keys()]
      .filter((path) => path.startsWith("fixtures/") && !listed.has(path))
      .map((path) => `${path} is not listed in task.json`),
    ...(spec.mode === "qa"
      ? [...listed].flatMap((path) =>
          isUtf8(files.get(path) ?? new Uint8Array()) ? [] : [`${path} is not UTF-8`]
        )
      : [])
  ]
}

/** Names that RFC 2606 and RFC 6761 keep for examples, and the machine itself: nobody can look there. */
const invented =
  /^(?:localhost|127\.0\.0\.1|(?:[^.]+\.)*(?:example(?:\.(?:com|net|org|jp|co\.jp))?|invalid|test))$/

/** A task needs nothing but its fixtures: no address in what a subject sees but invented ones. */
export const addressFindings = ({ files, spec }: Task): ReadonlyArray<string> =>
  [
    ["the prompt", spec.prompt] as const,
    ...spec.fixtures.map(({ path }) => [path, Buffer.from(files.get(path) ?? "").toString("utf8")] as const)
  ].flatMap(([where, text]) =>
    [...text.matchAll(/https?:\/\/([^\s/:"'<>)\]、。」]+)/g)].flatMap(([, host = ""]) =>
      invented.test(host.toLowerCase()) ? [] : [`${where} has an address at ${host}`]
    )
  )

const known = /^(?:task\.json|gold\.json|rubric\.md|notes\.md|CHANGES\.md|(?:fixtures|checks|samples)\/.+)$/

/** The pages that a task's readers need, and nothing that nobody reads. */
export const pageFindings = ({ files, spec }: Task): ReadonlyArray<string> => {
  const text = (path: string): string => Buffer.from(files.get(path) ?? "").toString("utf8")
  const changes = [...text("CHANGES.md").matchAll(/^- (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\): \S/gm)].map(
    ([, version = ""]) => version
  )
  return [
    ...(text("notes.md").trim() === "" ? ["notes.md is missing or empty"] : []),
    ...(changes.includes(spec.version) ? [] : [`CHANGES.md has no line - ${spec.version} (2026-11-30): …`]),
    ...[...files.keys()].filter((path) => !known.test(path)).map((path) => `${path} has no place in a task`)
  ]
}

/** Licences that allow others to use, change and republish a task. */
const licences = ["CC-BY-4.0", "CC0-1.0", "MIT"]

export const licenceFindings = ({ spec }: Task): ReadonlyArray<string> =>
  licences.includes(spec.licence) ? [] : [`the licence is ${spec.licence}, none of ${licences.join(", ")}`]
