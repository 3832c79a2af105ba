/** What our tests use of a package without types. */
declare module "japanese-holidays" {
  export const getHolidaysOf: (
    year: number
  ) => ReadonlyArray<{ readonly month: number; readonly date: number; readonly name: string }>
}
