import { createHash } from "node:crypto"

/**
 * A child seed (specification 5.2, decision 1): the first 8 bytes, as a big-endian signed integer, of the SHA-256 over
 * `masterSeed` (8 bytes, big-endian signed), the byte length of the namespace (4 bytes, big-endian), the namespace in
 * UTF-8, and `index` (8 bytes, big-endian signed).
 *
 * Throws a RangeError when `masterSeed` is outside 64 bits, `index` is not a safe integer, or the namespace is not well-formed
 * Unicode (UTF-8 would replace its lone surrogates, and two namespaces would share their seeds).
 */
export const deriveSeed = (masterSeed: bigint, namespace: string, index: number): bigint => {
  if (BigInt.asIntN(64, masterSeed) !== masterSeed) {
    throw new RangeError(`master seed ${masterSeed} does not fit in 64 bits`)
  }
  if (!Number.isSafeInteger(index)) throw new RangeError(`seed index ${index} is not a safe integer`)
  if (!namespace.isWellFormed()) throw new RangeError("seed namespace holds an unpaired surrogate")

  const name = Buffer.from(namespace, "utf8")
  const input = Buffer.alloc(8 + 4 + name.length + 8)
  input.writeBigInt64BE(masterSeed, 0)
  input.writeUInt32BE(name.length, 8)
  name.copy(input, 12)
  input.writeBigInt64BE(BigInt(index), 12 + name.length)
  return createHash("sha256").update(input).digest().readBigInt64BE(0)
}
