import * as fc from "fast-check"
import {
  type CutPoint,
  kinds,
  type Program,
  type Statement
} from "../../../../src/experiments/syntax-locality/lang/Ast.js"

/** A program and a place in it; the probe may ask for a variable that nothing binds. */
export interface Observed {
  readonly program: Program
  readonly cut: CutPoint
}

const letters = (prefix: string, index: number): string => {
  // 7 is coprime to 26, so that different indices below 26² give different words.
  const [high, low] = [Math.floor(index / 26) % 26, index % 26]
  const letter = (value: number) => String.fromCharCode(97 + ((value * 7 + 3) % 26))
  return `${prefix}_${letter(high)}${letter(low)}${letter(low + high)}qwert`
}

/** `x_a` for 0, up to `x_f` for 5. */
export const variableName = (index: number): string => `x_${String.fromCharCode(97 + (index % 6))}`

/** Obeys one instruction after another: open, close (where something is open), let (where it is new), nop. */
const assemble = (
  instructions: ReadonlyArray<number>
): { readonly program: Program; readonly eventCount: number } => {
  const root: Array<Statement> = []
  let frame = { body: root, bound: new Set<string>() }
  const outer: Array<typeof frame> = []
  let eventCount = 0
  for (const [index, instruction] of instructions.entries()) {
    const argument = instruction >> 3
    switch (instruction & 7) {
      case 0:
      case 1: {
        const body: Array<Statement> = []
        const kind = kinds[argument % 3] ?? "unit"
        frame.body.push({ type: "scope", kind, name: letters("n", index), body })
        outer.push(frame)
        frame = { body, bound: new Set() }
        // The Close comes where the program says so, or at its end.
        eventCount += 2
        break
      }
      case 2:
      case 3:
        frame = outer.pop() ?? frame
        break
      case 4:
        frame.body.push({ type: "nop", payload: letters("p", argument) })
        eventCount += 1
        break
      default: {
        const variable = variableName(argument % 3)
        if (frame.bound.has(variable)) break
        frame.bound.add(variable)
        frame.body.push({ type: "let", variable, value: 1000 + (argument % 9000) })
        eventCount += 1
      }
    }
  }
  return { program: { body: root }, eventCount }
}

/** Small programs of all shapes: up to 24 statements, nested as deep as they come, three of the six variables in use. */
export const arbitraryObserved: fc.Arbitrary<Observed> = fc
  .tuple(fc.array(fc.nat(0xffff), { maxLength: 24, size: "max" }), fc.nat(0xffff), fc.nat(2))
  .map(([instructions, place, variable]) => {
    const { program, eventCount } = assemble(instructions)
    const cut = {
      eventCount: place % (eventCount + 1),
      probeId: letters("q", place),
      variable: variableName(variable)
    }
    return { program, cut }
  })
