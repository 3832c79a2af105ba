import type { Prelude } from "./Prelude.js"

/** Public holidays of Japan in 2026 (Act on National Holidays, Act No. 178 of 1948). 01-02 and 12-29 to 12-31 are working days. */
const holidays = {
  "2026-01-01": "元日",
  "2026-01-12": "成人の日",
  "2026-02-11": "建国記念の日",
  "2026-02-23": "天皇誕生日",
  "2026-03-20": "春分の日",
  "2026-04-29": "昭和の日",
  "2026-05-03": "憲法記念日",
  "2026-05-04": "みどりの日",
  "2026-05-05": "こどもの日",
  "2026-05-06": "振替休日",
  "2026-07-20": "海の日",
  "2026-08-11": "山の日",
  "2026-09-21": "敬老の日",
  "2026-09-22": "国民の休日",
  "2026-09-23": "秋分の日",
  "2026-10-12": "スポーツの日",
  "2026-11-03": "文化の日",
  "2026-11-23": "勤労感謝の日"
} as const

/** The prelude of the benchmark (language, section 1). */
export const prelude2026: Prelude = {
  asOf: "2026-01-05",
  defaultScope: "JP",
  scopes: {
    JP: { zone: "Asia/Tokyo", weekStart: "Mon", businessDays: true },
    NY: { zone: "America/New_York", weekStart: "Mon", businessDays: false }
  },
  holidays: {
    name: "holidays2026",
    days: Object.entries(holidays).map(([date, name]) => ({ date, name }))
  },
  coverage: { from: "2026-01-01", to: "2026-12-31" }
}
