import * as Either from "effect/Either"
import { type Node, parsePattern } from "./parsePattern.js"

/** One step of a program that reads a text. A `split` goes on in all of its places at once. */
type Step =
  | { readonly op: "character"; readonly fits: (character: string) => boolean }
  | { readonly op: "assertion"; readonly holds: (before: string, after: string) => boolean }
  | { readonly op: "look"; readonly program: Program; readonly wanted: boolean }
  | Split
  | { readonly op: "found" }

interface Split {
  readonly op: "split"
  to: ReadonlyArray<number>
}

/** `backward`: it reads the text from its end, as a look ahead does whose beginning is wanted. */
interface Program {
  readonly steps: ReadonlyArray<Step>
  readonly backward: boolean
}

/** A compiled pattern: what {@link matches} runs. */
export interface Pattern {
  readonly program: Program
}

/** Repetitions with bounds are written out, so `(?:.{100}){100}` would have ten thousand steps. */
export const stepLimit = 2_000

/** The pattern, or why it cannot be used. */
export const compilePattern = (source: string): Either.Either<Pattern, string> =>
  Either.flatMap(parsePattern(source), (node) =>
    sizeOf(node) > stepLimit
      ? Either.left("is too large; use smaller bounds of repetition")
      : Either.right({ program: programOf(node, false) })
  )

const sizeOf = (node: Node): number => {
  switch (node.kind) {
    case "character":
    case "assertion":
      return 1
    case "look":
      return sizeOf(node.node) + 2
    case "sequence":
      return node.nodes.reduce((sum, one) => sum + sizeOf(one), 0)
    case "choice":
      return node.nodes.reduce((sum, one) => sum + sizeOf(one) + 1, 1)
    case "repeat": {
      const copies = node.most === Infinity ? node.least + 1 : node.most
      return copies * (sizeOf(node.node) + 1) + 1
    }
  }
}

const programOf = (node: Node, backward: boolean): Program => {
  const steps: Array<Step> = []
  write(node, steps, backward)
  steps.push({ op: "found" })
  return { steps, backward }
}

/** Appends the steps of a node; behind it goes on whatever is appended next. */
const write = (node: Node, steps: Array<Step>, backward: boolean): void => {
  switch (node.kind) {
    case "character":
      steps.push({ op: "character", fits: node.fits })
      return
    case "assertion":
      steps.push({ op: "assertion", holds: node.holds })
      return
    case "look":
      steps.push({ op: "look", program: programOf(node.node, node.ahead), wanted: node.wanted })
      return
    case "sequence":
      for (const one of backward ? node.nodes.toReversed() : node.nodes) write(one, steps, backward)
      return
    case "choice": {
      const starts: Array<number> = []
      const fork = split(steps)
      const exits = node.nodes.map((one) => {
        starts.push(steps.length)
        write(one, steps, backward)
        return split(steps)
      })
      fork.to = starts
      for (const exit of exits) exit.to = [steps.length]
      return
    }
    case "repeat": {
      for (let copy = 0; copy < node.least; copy++) write(node.node, steps, backward)
      const forks: Array<Split> = []
      const open = node.most === Infinity
      for (let copy = node.least; copy < (open ? node.least + 1 : node.most); copy++) {
        const at = steps.length
        const fork = split(steps)
        fork.to = [at + 1]
        forks.push(fork)
        write(node.node, steps, backward)
        if (open) split(steps).to = [at]
      }
      for (const fork of forks) fork.to = [...fork.to, steps.length]
      return
    }
  }
}

const split = (steps: Array<Step>): Split => {
  const step: Split = { op: "split", to: [] }
  steps.push(step)
  return step
}

/**
 * Whether the pattern is found anywhere in the text, as `RegExp.prototype.test` says with the flags `u` and `m`. All ways to match are followed side by
 * side, character by character (Thompson 1968), so the time is at most the text's length times the number of steps, whatever the pattern and the text.
 */
export const matches = ({ program }: Pattern, text: string): boolean =>
  scan(program, [...text]).some((found) => found === 1)

/** Where a match ends in the direction of reading, as 1 at positions between characters: 0 to the number of characters. */
const scan = ({ backward, steps }: Program, characters: ReadonlyArray<string>): Uint8Array => {
  const found = new Uint8Array(characters.length + 1)
  const looks = new Map(
    steps.flatMap((step, at) => (step.op === "look" ? [[at, scan(step.program, characters)]] : []))
  )
  /** In which round a step was last reached: each is followed once a position. */
  const reached = new Int32Array(steps.length).fill(-1)
  let waiting: Array<number> = []
  for (let round = 0; round <= characters.length; round++) {
    const position = backward ? characters.length - round : round
    const before = characters[position - 1] ?? ""
    const after = characters[position] ?? ""
    const read = backward ? before : after
    const pending = [...waiting, 0]
    const next: Array<number> = []
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const step = steps[at]
      if (step === undefined || reached[at] === round) continue
      reached[at] = round
      switch (step.op) {
        case "found":
          found[position] = 1
          break
        case "split":
          pending.push(...step.to)
          break
        case "assertion":
          if (step.holds(before, after)) pending.push(at + 1)
          break
        case "look":
          if ((looks.get(at)?.[position] === 1) === step.wanted) pending.push(at + 1)
          break
        case "character":
          if (read !== "" && step.fits(read)) next.push(at + 1)
      }
    }
    waiting = next
  }
  return found
}
