import { type JavaRandom, shuffle } from "../../../random/JavaRandom.js"
import { type NonceId, nonceIds } from "../lang/Lexicon.js"

/**
 * The nonce sets of one cell's families, in order (specification 3.4): each run of eight families gets all eight sets in random
 * order, so no set is used more than once oftener than another.
 */
export const allocateLexicons = (families: number, random: JavaRandom): ReadonlyArray<NonceId> => {
  const rounds = Math.ceil(families / nonceIds.length)
  return Array.from({ length: rounds }, () => shuffle(nonceIds, random))
    .flat()
    .slice(0, families)
}
