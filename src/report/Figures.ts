/** A number that may be undefined, such as a rate over nothing. */
export type Figure = number | null

/** How an undefined figure reads (decision 24). */
export const notAvailable = "NA"

/**
 * A number with a fixed count of decimals. Like all of these it gives `NA` for `null`, reads the same in every locale, and throws a
 * RangeError for NaN and infinities.
 *
 * It rounds the shortest decimal that reads back as the same double, ties away from zero. `toFixed` rounds the double's binary
 * value instead, and would print 23/80 = 28.75% as 28.7%. What rounds to zero has no sign.
 */
export const fixed = (value: Figure, decimals: number): string =>
  value === null ? notAvailable : shifted(value, 0, decimals)

/** A share from 0 to 1 as a percentage: `0.2875` is `28.8%`. */
export const percent = (share: Figure, decimals = 1): string =>
  share === null ? notAvailable : `${shifted(share, 2, decimals)}%`

/** A difference of shares in percentage points, with its sign: `0.031` is `+3.1 pp`; no difference is `0.0 pp`. */
export const points = (difference: Figure, decimals = 1): string => {
  if (difference === null) return notAvailable
  const text = shifted(difference, 2, decimals)
  const positive = difference > 0 && /[1-9]/.test(text)
  return `${positive ? "+" : ""}${text} pp`
}

/** The same as a number for a file, without the noise that a binary fraction gets when it is multiplied by 100. */
export const inPoints = (difference: Figure): Figure =>
  difference === null ? null : Number(shifted(difference * 100, 0, 9))

/** `value × 10^shift` with a fixed count of decimals, in exact decimal arithmetic. */
const shifted = (value: number, shift: number, decimals: number): string => {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a figure; an undefined one is null`)
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e")
  const digits = mantissa.replace(".", "")
  const scale = Number(exponent) - (digits.length - 1) + shift + decimals
  const rounded = scaleAndRound(BigInt(digits), scale)
  const text = rounded.toString().padStart(decimals + 1, "0")
  const whole = text.slice(0, text.length - decimals)
  const sign = value < 0 && rounded !== 0n ? "-" : ""
  return decimals === 0 ? sign + whole : `${sign}${whole}.${text.slice(-decimals)}`
}

/** `digits × 10^scale` to the nearest integer, halves up. */
const scaleAndRound = (digits: bigint, scale: number): bigint => {
  if (scale >= 0) return digits * 10n ** BigInt(scale)
  const unit = 10n ** BigInt(-scale)
  return (2n * digits + unit) / (2n * unit)
}
