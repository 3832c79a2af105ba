import { JavaRandom, shuffle } from "../random/JavaRandom.js"

/**
 * The order of dispatch (specification 7.5): blocks in random order, and within each block its trials in random order,
 * both from one `Random(seed)`: first the blocks are shuffled, then block after block in the new order. No arm runs
 * before another as a whole, and the arms of one comparison meet the server at about the same time.
 */
export const arrange = <A>(blocks: ReadonlyArray<ReadonlyArray<A>>, seed: bigint): ReadonlyArray<A> => {
  const random = new JavaRandom(seed)
  return shuffle(blocks, random).flatMap((block) => shuffle(block, random))
}
