import { expect, it, vi } from "@effect/vitest"
import { handmade } from "../handmade.js"
import { reportInput, runReport } from "../scores.js"

// In a file of its own: the report under foreign conditions must be the first one, before anything can be kept from an earlier one.
it("H12 figures have the same bytes in another time zone and locale, at another time, by other chance", () => {
  const forbidden = () => {
    throw new Error("a figure may not ask for this")
  }
  vi.stubEnv("TZ", "Pacific/Apia")
  vi.stubEnv("LANG", "ar_EG.UTF-8")
  for (const name of ["NumberFormat", "DateTimeFormat", "Collator"] as const) {
    vi.spyOn(Intl, name).mockImplementation(forbidden)
  }
  vi.spyOn(Number.prototype, "toLocaleString").mockImplementation(forbidden)
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(forbidden)
  vi.spyOn(Date, "now").mockReturnValue(1)
  vi.spyOn(Math, "random").mockReturnValue(0.5)
  const elsewhere = runReport(reportInput(handmade))
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  expect(elsewhere.files.filter(({ name }) => name.endsWith(".svg"))).toHaveLength(6)
  expect(runReport(reportInput(handmade)).files).toEqual(elsewhere.files)
})
