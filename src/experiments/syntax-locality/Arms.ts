import { type Style, styles } from "./lang/Syntax.js"

/**
 * The arms of an A/A run (`plan --aa`): two names for one notation. They get the same prompts as trials of their own, so that whatever a report
 * finds between them is chance.
 */
export const aaArms = ["aa_1", "aa_2"] as const
type AaArm = (typeof aaArms)[number]

/** What both of them are written in: the baseline of the primary contrast. */
export const aaNotation: Style = "generic_end"

/** What trials are compared by, as `style` in their factors: a notation, or one of the two names for one. */
export type Arm = Style | AaArm

/** In the order of tables. */
export const arms: ReadonlyArray<Arm> = [...styles, ...aaArms]

/** The arms of a plan. */
export const armsOf = (aa: boolean): ReadonlyArray<Arm> => (aa ? aaArms : styles)

export const isAaArm = (arm: string): arm is AaArm => aaArms.some((one) => one === arm)

/** What an arm's programs are written in. */
export const notationOf = (arm: Arm): Style => (isAaArm(arm) ? aaNotation : arm)
