import type { JavaRandom } from "../../../random/JavaRandom.js"
import { type ProgramEvent, programEvents } from "../lang/Events.js"
import { programLines } from "../lang/Renderer.js"
import { pickFrom } from "./pickFrom.js"
import type { WritingQuestion } from "./readQuestion.js"
import type { Program } from "./readTable.js"
import { misspeltName } from "./spoiltStack.js"

/** The largest number of blocks that are open at once. */
export const depthOf = (program: Program): number => {
  let open = 0
  let deepest = 0
  for (const { type } of programEvents(program)) {
    if (type === "open") deepest = Math.max(deepest, ++open)
    else if (type === "close") open--
  }
  return deepest
}

/** A program with one mistake in its lines; `null` if it has no line. Line `i` is event `i`, so events say what stands where. */
export const spoiltProgram = ({ program, spec }: WritingQuestion, random: JavaRandom): string | null => {
  const lines = programLines(program, spec)
  const events = programEvents(program)
  const linesOf = (type: ProgramEvent["type"]): ReadonlyArray<number> =>
    events.flatMap((event, line) => (event.type === type ? [line] : []))
  const closings = linesOf("close")
  const bindings = linesOf("let")
  const neighbours = events.flatMap((event, line) => (areSiblings(event, events[line + 1]) ? [line] : []))
  const labelled = spec.style === "typed_end" || spec.style === "named_end" ? closings : []

  /** The text with the lines from `at` on replaced. */
  const edit = (at: number, count: number, ...replacement: ReadonlyArray<string>): string =>
    lines.toSpliced(at, count, ...replacement).join("\n")
  const line = (at: number): string => lines[at] ?? ""

  const mistakes: ReadonlyArray<readonly [places: ReadonlyArray<number>, spoil: (at: number) => string]> = [
    [closings, (at) => edit(at, 1)],
    [closings, (at) => edit(at, 0, line(at))],
    [
      labelled,
      (at) =>
        edit(at, 1, mislabelled(line(at), [spec.lexicon.unit, spec.lexicon.func, spec.lexicon.area], random))
    ],
    [neighbours, (at) => edit(at, 2, line(at + 1), line(at))],
    [
      bindings,
      (at) =>
        edit(
          at,
          1,
          line(at).replace(/[0-9]+$/, (value) => otherValue(value, random))
        )
    ]
  ]
  const possible = mistakes.flatMap(([places, spoil]) =>
    places.length === 0 ? [] : [() => spoil(pickFrom(places, random) ?? 0)]
  )
  return pickFrom(possible, random)?.() ?? null
}

/** Two statements of one line each that stand next to each other in one body. */
const areSiblings = (first: ProgramEvent, second: ProgramEvent | undefined): boolean =>
  isSimple(first) && second !== undefined && isSimple(second)

const isSimple = ({ type }: ProgramEvent): boolean => type === "let" || type === "nop"

/** An ending with a misspelt name where it has one and chance will, else with another kind. */
const mislabelled = (ending: string, kinds: ReadonlyArray<string>, random: JavaRandom): string => {
  const [end = "", kind = "", name] = ending.split(" ")
  if (name !== undefined && random.nextBoolean()) return `${end} ${kind} ${misspeltName(name)}`
  const other = pickFrom(
    kinds.filter((candidate) => candidate !== kind),
    random
  )
  return [end, other ?? kind, ...(name === undefined ? [] : [name])].join(" ")
}

/** Another value of four digits. */
const otherValue = (value: string, random: JavaRandom): string =>
  String(1000 + ((Number(value) - 1000 + 1 + random.nextInt(8999)) % 9000))
