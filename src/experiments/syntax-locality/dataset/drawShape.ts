import { type JavaRandom, shuffle } from "../../../random/JavaRandom.js"
import { type Kind, kinds } from "../lang/Ast.js"
import { closingsOf } from "./CaseFamily.js"
import { pick } from "./pick.js"

/** A program without names and values. A variable is a slot from 0 to 5, and slot 0 is the one that the probe asks for. */
export type Shape =
  | { readonly type: "let"; readonly slot: number }
  | { readonly type: "nops"; readonly count: number }
  | {
      readonly type: "scope"
      readonly kind: Kind
      /** `spine`: on the path to the cut; `sibling`: a decoy beside it, closed before the path goes on. */
      readonly role: "spine" | "sibling"
      readonly body: ReadonlyArray<Shape>
    }

export interface ShapeParameters {
  /** At least 2. */
  readonly depth: number
  readonly filler: number
  readonly outerLookup: boolean
}

const target = 0
const otherSlots = [1, 2, 3, 4, 5]

/**
 * Draws a structure (specification 5.3). The path has levels 0 (global) to `depth`; the blocks of the last `closings` levels
 * close between the observations.
 *
 * - Before, the binding at level `depth` is visible. After, it is the one at level `depth - closings`, or, for an outer
 *   lookup, at a random level further out, with no binding of the target in between.
 * - So that no position in the text gives the answer away, the target is also bound, each with chance one half, at every
 *   level that closes and at every level beyond the visible one, and in two siblings, each before or after its level's own
 *   binding. One sibling stands at a random level from the visible binding to the focus, where a reader who overlooks its
 *   closing would find its decoy first; the other at any level.
 * - Zero to two bindings of other variables stand at each level, zero or one in a sibling.
 * - The nops stand last in the innermost block; nothing but closings comes after them.
 */
export const drawShape = (parameters: ShapeParameters, random: JavaRandom): ReadonlyArray<Shape> => {
  const { depth, filler, outerLookup } = parameters
  const remaining = depth - closingsOf(depth)
  const visible = outerLookup ? random.nextInt(remaining) : remaining
  // A sibling of level l is itself l + 1 deep, so it never passes the peak.
  const siblingLevels = [visible + random.nextInt(remaining - visible + 1), random.nextInt(depth)]

  const bindsTarget = (level: number): boolean => {
    if (level === depth || level === visible) return true
    if (level > visible && level <= remaining) return false
    return random.nextBoolean()
  }

  const drawLevel = (level: number): ReadonlyArray<Shape> => {
    const own = bindings(bindsTarget(level), random.nextInt(3), random)
    const siblings = siblingLevels
      .filter((siblingLevel) => siblingLevel === level)
      .map(() =>
        scope("sibling", drawKind(random), shuffle(bindings(true, random.nextInt(2), random), random))
      )
    const statements = shuffle([...own, ...siblings], random)
    return level === depth
      ? [...statements, { type: "nops", count: filler }]
      : [...statements, scope("spine", drawKind(random), drawLevel(level + 1))]
  }
  return drawLevel(0)
}

/** Bindings of one scope: the target or not, and `others` different other variables. */
const bindings = (ofTarget: boolean, others: number, random: JavaRandom): Array<Shape> => {
  const slots = shuffle(otherSlots, random).slice(0, others)
  return (ofTarget ? [target, ...slots] : slots).map((slot) => ({ type: "let", slot }))
}

const scope = (role: "spine" | "sibling", kind: Kind, body: ReadonlyArray<Shape>): Shape => ({
  type: "scope",
  role,
  kind,
  body
})

const drawKind = (random: JavaRandom): Kind => pick(kinds, random.nextInt(kinds.length))
