import type { CostConfig } from "../config/CostConfig.js"

/** How many of all prices nobody has looked up. */
export const assumedPrices = ({ electricityPerKwh, machines, plans, setup }: CostConfig) => {
  const prices = [
    ...plans.map(({ monthly }) => monthly),
    ...Object.values(machines).map(({ initial }) => initial),
    electricityPerKwh,
    setup.perHour
  ]
  return { assumed: prices.filter(({ basis }) => basis === "assumed").length, prices: prices.length }
}
