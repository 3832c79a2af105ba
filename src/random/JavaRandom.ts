/** Contract; implementation follows. */
export declare class JavaRandom {
  constructor(seed: bigint)
  nextInt(): number
  nextInt(bound: number): number
  nextLong(): bigint
  nextBoolean(): boolean
  nextDouble(): number
}
/** Fisher–Yates from the last index down, as java.util.Collections.shuffle; returns a new array. */
export declare const shuffle: <A>(items: ReadonlyArray<A>, random: JavaRandom) => Array<A>
