import { fixed } from "../Figures.js"

type Tick = (value: number) => string

/** Of fractions, as percentages: with a decimal where the axis is so short that ticks lie between whole ones. */
export const percentageTick = (low: number, high: number): Tick => {
  const decimals = high - low < 0.05 ? 1 : 0
  return (value) => fixed(value * 100, decimals)
}

/** Of amounts: `950`, `1200`, and on a long axis `1.5k`, `20k`. */
export const amountTick = (low: number, high: number): Tick => {
  if (high - low < 2000) return (value) => fixed(value, Number.isInteger(value) ? 0 : 1)
  return (value) => (value === 0 ? "0" : `${fixed(value / 1000, value % 1000 === 0 ? 0 : 1)}k`)
}
