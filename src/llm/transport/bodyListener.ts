import * as FiberRef from "effect/FiberRef"
import { globalValue } from "effect/GlobalValue"

/** Hears the bytes of a successful reply as they come, cut anywhere. What it keeps of a chunk it must copy. */
export type BodyListener = (chunk: Uint8Array) => void

/**
 * Carried beside a request, for whoever wants to know when a reply says what: the reply itself is there only when it is complete. Transports
 * that have whole replies from the start do not call it.
 */
export const bodyListener: FiberRef.FiberRef<BodyListener | null> = globalValue("locality/bodyListener", () =>
  FiberRef.unsafeMake<BodyListener | null>(null)
)
