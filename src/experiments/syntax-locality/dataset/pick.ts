/** The element at `index`. Throws a RangeError, a caller's bug, where there is none. */
export const pick = <A>(items: ReadonlyArray<A>, index: number): A => {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no element ${index} among ${items.length}`)
  return item
}
