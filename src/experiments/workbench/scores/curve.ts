/** Points of a curve, by ascending x: what is between two lies on the straight line, what is beyond keeps the last value. */
export type Curve = ReadonlyArray<readonly [x: number, y: number]>

export const onCurve = (curve: Curve, x: number): number => {
  const next = curve.findIndex(([at]) => at >= x)
  const [above, below] = [curve[next], curve[next - 1]]
  if (above === undefined) return curve.at(-1)?.[1] ?? 0
  if (below === undefined) return above[1]
  return below[1] + ((x - below[0]) / (above[0] - below[0])) * (above[1] - below[1])
}
