import type { Program, Statement } from "../lang/Ast.js"
import type { Shape } from "./drawShape.js"

/** Where names and values come from; each is asked for in the order of the text. */
export interface Wardrobe {
  readonly variable: (slot: number) => string
  readonly blockName: () => string
  readonly value: () => number
  readonly payload: () => string
}

export interface DressedShape {
  readonly program: Program
  /** Names of the sibling blocks, in the order of the text. */
  readonly siblings: ReadonlyArray<string>
}

/** Gives a structure its names, values and payloads. */
export const dressShape = (shapes: ReadonlyArray<Shape>, wardrobe: Wardrobe): DressedShape => {
  const siblings: Array<string> = []
  const dress = (body: ReadonlyArray<Shape>): ReadonlyArray<Statement> => {
    const statements: Array<Statement> = []
    for (const shape of body) {
      if (shape.type === "let") {
        statements.push({ type: "let", variable: wardrobe.variable(shape.slot), value: wardrobe.value() })
      } else if (shape.type === "nops") {
        for (let i = 0; i < shape.count; i++) statements.push({ type: "nop", payload: wardrobe.payload() })
      } else {
        const name = wardrobe.blockName()
        if (shape.role === "sibling") siblings.push(name)
        statements.push({ type: "scope", kind: shape.kind, name, body: dress(shape.body) })
      }
    }
    return statements
  }
  return { program: { body: dress(shapes) }, siblings }
}

/** The same for every program: for looking at structure before anything is drawn for it. */
export const plainWardrobe: Wardrobe = {
  variable: (slot) => `slot ${slot}`,
  blockName: () => "",
  value: () => 0,
  payload: () => ""
}
