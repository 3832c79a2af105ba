/** Decision 1. */
export declare const deriveSeed: (masterSeed: bigint, namespace: string, index: number) => bigint
