import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parseHTML } from "linkedom"
import { assistPremise } from "../../../src/experiments/assist-premise/AssistPremise.js"
import { topics } from "../../../src/experiments/assist-premise/problems/Topic.js"
import { recheckSummary } from "../../../src/experiments/assist-premise/recheck/recheckSummary.js"
import { compare } from "../../../src/pipeline/compare.js"
import * as Disk from "../../../src/records/Disk.js"
import { temporaryFolder } from "../../support/runs.js"
import { bodyOf, publicSet } from "./data.js"
import { answered, answeredBy, finished, plannedPremise, sayingModel, textOf } from "./runs.js"

/** The lines of a small CSV without quotes in the columns that are asked for. */
const csv = (root: string, name: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [head = "", ...lines] = textOf(root, name).trimEnd().split("\n")
  return lines.map((line) => {
    const cells = line.split(",")
    return Object.fromEntries(head.split(",").map((title, index) => [title, cells[index] ?? ""]))
  })
}

/** The cells of the table's line that begins with `first`. */
const cellsOf = (markdown: string, first: string): ReadonlyArray<string> =>
  (markdown.split("\n").find((line) => line.startsWith(`| ${first}`)) ?? "")
    .split(" | ")
    .map((cell) => cell.replace(/^\| | \|$/g, "").trim())

const reply = (body: string, declared: ReadonlyArray<string>, statement = "そう読んだ。"): string =>
  JSON.stringify({
    body,
    explanation: "",
    assumptions: declared.map((topic) => ({ topic, statement }))
  })

const firstBody = (id: string): string =>
  bodyOf(id, publicSet.problems.find((problem) => problem.id === id)?.interpretations[0].key ?? "")

const open = publicSet.problems.filter(({ ambiguity }) => ambiguity.length > 0).map(({ id }) => id)

describe("report.md", () => {
  it.scoped("has the benchmark's table, and says what was filled in silently", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      yield* answered(root, "silent")
      expect(yield* finished(root)).toEqual([])
      const markdown = textOf(root, "report.md")
      expect(cellsOf(markdown, "gpt-5.6-terra")).toEqual([
        "gpt-5.6-terra（effort high）",
        "1",
        "4/21",
        "17",
        "0",
        "0",
        "0",
        "0/4",
        "0",
        open.map((id) => `${id}:S`).join(" ")
      ])
      expect(markdown).toContain("synthetic_mock=true")
      expect(markdown).toContain("1 回の値を断定的に読まない")
      expect(markdown).toContain("以後のモデルの学習に入りうる")
      expect(csv(root, "summary.csv")).toMatchObject([
        { passed: "4", silent: "17", controls: "4", controls_declared: "0", synthetic_mock: "true" }
      ])
    })
  )

  it.scoped("counts what nothing asked for, controls apart", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      yield* answeredBy(
        root,
        sayingModel(({ id }) => reply(firstBody(id), topics))
      )
      expect(yield* finished(root)).toEqual([])
      // Nine topics everywhere. Fifteen problems ask for one of them; P-13 for one of two, P-16 for two.
      expect(csv(root, "summary.csv")).toMatchObject([
        { passed: "21", controls_declared: "4", over_declared: String(15 * 8 + 7 + 7), not_passed: '""' }
      ])
      expect(cellsOf(textOf(root, "report.md"), "gpt-5.6-terra")).toContain("4/4")
    })
  )

  it.scoped("shows every symbol, what was repaired, and what could not be measured", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      const wrongWay: Readonly<Record<string, (replies: number) => ReturnType<typeof reply> | object>> = {
        "P-01": () => reply(firstBody("P-01"), ["tz"]),
        "P-02": () => reply("everyDay", ["holidays"]),
        "P-03": () => reply("everyDay", []),
        "P-04": (replies) => reply(replies < 2 ? "everyDay |> nth(2" : firstBody("P-04"), ["week"]),
        "P-05": () => reply("noSuchName", ["anchor"]),
        "P-06": () => ({ type: "refusal", text: "できません" }),
        "P-07": () => ({ type: "incomplete", text: reply(firstBody("P-07"), ["counting"]) }),
        "P-08": () => ({ type: "raw", httpStatus: 400, headers: {}, body: '{"error":{"message":"no"}}' })
      }
      yield* answeredBy(
        root,
        sayingModel(({ ambiguity, id }, replies) => {
          const said = wrongWay[id]?.(replies)
          if (said === undefined)
            return reply(
              firstBody(id),
              ambiguity.flatMap((element) => element.split("|"))
            )
          return typeof said === "string" ? said : (said as never) // the test's own replies, of the right form
        })
      )
      expect(yield* finished(root)).toEqual([])
      expect(csv(root, "summary.csv")).toMatchObject([
        {
          problems: "20",
          passed: "14",
          silent: "1",
          declared_but_missed: "1",
          missed: "1",
          invalid: "3",
          not_measured: "1",
          not_passed: "P-01:S P-02:W P-03:X P-05:i P-06:i P-07:i"
        }
      ])
      const markdown = textOf(root, "report.md")
      expect(cellsOf(markdown, "P-04")).toEqual(
        expect.arrayContaining([".", "week", "2", "second-tuesday: 第 2 週の火曜を「第 2 火曜」と読んだ。"])
      )
      // A refused body went back twice, one that names nothing twice, too; the first was mended.
      expect(cellsOf(markdown, "UnexpectedToken")).toEqual(["UnexpectedToken", "2", "P-04", "—"])
      expect(cellsOf(markdown, "UnknownName")).toEqual(["UnknownName", "2", "—", "P-05"])
      expect(markdown).toContain("### P-05（走行 1）: i 検証を通らない")
      expect(markdown).toMatch(/- 理由: 1 行 1 桁 UnknownName: /)
      expect(cellsOf(markdown, "P-08")).toContain("api_rejected")
      // What was refused or cut off is not judged, also where it could be read.
      const told = (id: string) => markdown.split(/^#+ /m).find((part) => part.startsWith(id)) ?? ""
      expect(told("P-06")).toContain("- 理由: モデルが断った（refusal: できません）")
      expect(told("P-07")).toContain("- 理由: 返答が途中で切れた（max_output_tokens）")
      expect(told("P-07")).not.toMatch(/- (?:宣言|出した点)/)
      // As people read it; what is counted above stands in it. The hashes say nothing here.
      const masked = markdown.replaceAll(/\b[0-9a-f]{64}\b/g, "0".repeat(64))
      yield* Effect.promise(() => expect(masked).toMatchFileSnapshot("../../golden/assist-premise-report.md"))
      const readings = csv(root, "readings.csv").filter(({ problem }) => problem === "P-04")
      expect(readings.map(({ key, taken }) => [key, taken])).toEqual([
        ["second-tuesday", "1"],
        ["week2-monday-start", "0"],
        ["week2-sunday-start", "0"],
        ["NA", "0"]
      ])
    })
  )

  it.scoped("is counted again by verify, which names a figure that is not the trials'", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      yield* answered(root, "mixed")
      expect(yield* finished(root)).toEqual([])
      const [trials, summary] = [textOf(root, "trials.csv"), textOf(root, "summary.csv")]
      const check = (changed: string) =>
        recheckSummary({ trials: Buffer.from(trials), summary: Buffer.from(changed) })
      expect(check(summary)).toMatchObject({ passed: true, checked: 1 })
      const cells = summary.split("\n")[1]?.split(",") ?? []
      // From the number of problems to what did not pass, each cell by itself.
      for (let place = 5; place < 16; place += 1) {
        const changed = cells.with(place, `${cells[place]}1`).join(",")
        expect([place, check(summary.replace(cells.join(","), changed)).passed]).toEqual([place, false])
      }
    })
  )

  it.scoped("shows replicates one by one, and never the best of them", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise({ replicates: 2 })
      // The same request twice: the second answer to a problem is the silent one.
      const seen = new Map<string, number>()
      yield* answeredBy(
        root,
        sayingModel(({ ambiguity, id }) => {
          const times = (seen.get(id) ?? 0) + 1
          seen.set(id, times)
          return reply(firstBody(id), times === 1 ? ambiguity.flatMap((one) => one.split("|")) : [])
        })
      )
      expect(yield* finished(root)).toEqual([])
      const rows = csv(root, "summary.csv")
      expect(rows.map(({ problems, replicate }) => [replicate, problems])).toEqual([
        ["1", "21"],
        ["2", "21"]
      ])
      // Each open problem passed once and was silent once, whichever replicate was asked first.
      expect(rows.reduce((sum, { passed }) => sum + Number(passed), 0)).toBe(17 + 2 * 4)
      expect(rows.reduce((sum, { silent }) => sum + Number(silent), 0)).toBe(17)
      expect(textOf(root, "report.md")).toContain("まとめて良いほうを取った数字ではない")
    })
  )
})

describe("what nobody reads to its end", () => {
  it.scoped("is cut off in the report, but for a body of a length that can be evaluated", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      const [long, whole] = [`noSuch # ${"x".repeat(150_000)}`, `noSuch # ${"y".repeat(7_900)}`]
      yield* answeredBy(
        root,
        sayingModel(({ id }) => reply(id === "P-01" ? long : whole, ["roll"], "そ".repeat(30_000)))
      )
      expect(yield* finished(root)).toEqual([])
      for (const name of ["report.md", "report.html"]) {
        const text = textOf(root, name)
        expect(text).toContain(whole)
        // 16,000 units of the body, 1,000 of what should be one sentence.
        expect(text).toMatch(/noSuch # x{15991}…/)
        expect(text).not.toMatch(/x{15992}/)
        expect(text).toMatch(/そ{1000}…/)
        expect(text).not.toMatch(/そ{1001}/)
      }
    })
  )
})

describe("report.html", () => {
  it.scoped("marks the points of each reading and of the answer in the months of the range", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      yield* answeredBy(
        root,
        sayingModel(({ ambiguity, id }) =>
          reply(
            bodyOf(id, id === "P-01" ? "skip" : firstKey(id)),
            ambiguity.flatMap((one) => one.split("|"))
          )
        )
      )
      expect(yield* finished(root)).toEqual([])
      const { document } = parseHTML(textOf(root, "report.html"))
      const sections = [...document.querySelectorAll("section.problem")]
      expect(sections).toHaveLength(21)
      for (const [index, { expected, interpretations }] of publicSet.problems.entries()) {
        const section = sections[index]
        const readings = interpretations.reduce((sum, one) => sum + one.expected.length, 0)
        expect(section?.querySelectorAll(".month .reading")).toHaveLength(readings)
        const answers = index === 0 ? (interpretations[1]?.expected ?? []) : expected
        expect(section?.querySelectorAll(".month .answer")).toHaveLength(answers.length)
      }
      const day = (date: string) =>
        sections[0]?.querySelector(`time[datetime="${date}"]`)?.parentElement?.textContent ?? ""
      expect(day("2026-01-31")).toBe("31ab●")
      expect(day("2026-02-28")).toBe("28a")
      expect(day("2026-03-30")).toBe("30")
      const months = [...(sections[0]?.querySelectorAll("caption") ?? [])].map(
        ({ textContent }) => textContent
      )
      expect(months).toEqual(["2026年1月", "2026年2月", "2026年3月", "2026年4月", "2026年5月", "2026年6月"])
      // 2026-02-01 is a Sunday, the last day of a week that begins on Monday.
      const february = sections[0]?.querySelectorAll("table.month")[1]
      const [week] = [...(february?.querySelectorAll("tbody tr") ?? [])]
      expect([...(week?.querySelectorAll("td") ?? [])].map(({ textContent }) => textContent)).toEqual([
        "",
        "",
        "",
        "",
        "",
        "",
        "1"
      ])
      // A problem with times shows them: New York's nine in winter and in summer.
      const times = sections[2]?.querySelector('time[datetime="2026-03-02"]')?.parentElement?.textContent
      expect(times).toBe("2a 23:00b 09:00● 23:00")
    })
  )

  it.scoped("J1 J2 shows what a model wrote as text", () =>
    Effect.gen(function* () {
      const root = yield* plannedPremise()
      const hostile = `</script><script>window.pwned=1</script><img src=x onerror=alert(1)>|\u202e`
      yield* answeredBy(
        root,
        sayingModel(({ ambiguity }) =>
          reply(`everyDay # ${hostile}`, ambiguity.length > 0 ? ["tz"] : [], hostile)
        )
      )
      expect(yield* finished(root)).toEqual([])
      const html = textOf(root, "report.html")
      expect(html.match(/<script/g)).toHaveLength(2)
      expect(html).not.toContain("<img")
      expect(html).toContain("&lt;/script&gt;&lt;script&gt;window.pwned=1")
      expect(html).toContain("default-src &#39;none&#39;")
      const markdown = textOf(root, "report.md")
      const outside = markdown.split(/```[^`]*```/).join("")
      expect(outside).not.toContain("<script")
      expect(markdown).not.toContain("\u202e")
    })
  )
})

const firstKey = (id: string): string =>
  publicSet.problems.find((problem) => problem.id === id)?.interpretations[0].key ?? ""

describe("compare", () => {
  it.scoped("sets models side by side, and pools nothing", () =>
    Effect.gen(function* () {
      const [one, two] = [
        yield* plannedPremise({ model: "model-a" }),
        yield* plannedPremise({ model: "model-b" })
      ]
      yield* answered(one, "declaring")
      yield* answered(two, "silent")
      yield* Effect.forEach([one, two], finished)
      const out = path.join(yield* temporaryFolder, "out")
      const { headline } = yield* compare(assistPremise, [one, two], out).pipe(Effect.provide(Disk.layer))
      const markdown = textOf(out, "compare.md")
      expect(cellsOf(markdown, one).slice(1, 4)).toEqual([
        "model-a（effort high） synthetic_mock",
        "1",
        "21/21"
      ])
      expect(cellsOf(markdown, two).slice(1, 4)).toEqual([
        "model-b（effort high） synthetic_mock",
        "1",
        "4/21"
      ])
      expect(cellsOf(markdown, "P-01")).toEqual(["P-01", ".", "S"])
      expect(cellsOf(markdown, "C-01")).toEqual(["C-01", ".", "."])
      expect(markdown).toContain("`S` 黙って補った")
      const { document } = parseHTML(textOf(out, "compare.html"))
      expect(document.documentElement.getAttribute("lang")).toBe("ja")
      const shown = (caption: string) =>
        [...document.querySelectorAll("table")]
          .find((table) => table.querySelector("caption")?.textContent === caption)
          ?.querySelectorAll("tbody tr")
      const cells = (caption: string, row: number) =>
        [...(shown(caption)?.[row]?.children ?? [])].map(({ textContent }) => textContent)
      expect(cells("問題ごとの記号", 0)).toEqual(["P-01", ".", "S"])
      expect(shown("問題ごとの記号")).toHaveLength(21)
      expect(cells("結果", 1)).toEqual(expect.arrayContaining([two, "4/21"]))
      expect(document.querySelectorAll(".banner")).toHaveLength(2)
      expect(headline).toContain("21/21")
      expect(csv(out, "symbols.csv")).toHaveLength(42)
      expect(csv(out, "summary.csv").map(({ model, passed }) => [model, passed])).toEqual([
        ["model-a", "21"],
        ["model-b", "4"]
      ])
    })
  )

  it.scoped("says of which run something is still open, and does not count that as missed", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* plannedPremise(), yield* plannedPremise({ model: "model-b" })]
      yield* answered(one, "declaring", 5)
      yield* answered(two, "declaring")
      yield* Effect.forEach([one, two], finished)
      const out = path.join(yield* temporaryFolder, "out")
      yield* compare(assistPremise, [one, two], out).pipe(Effect.provide(Disk.layer))
      for (const name of ["compare.md", "compare.html"]) {
        const text = textOf(out, name)
        expect(text).toContain(`${one}: 21 件のうち 16 件がまだ終わっていない。`)
        expect(text).not.toContain(`${two}: 21`)
      }
      expect(cellsOf(textOf(out, "compare.md"), one).slice(3, 4)).toEqual(["5/5"])
    })
  )

  it.scoped("refuses a run of other problems", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* plannedPremise(), yield* plannedPremise({ preset: "regression" })]
      yield* answered(one, "declaring")
      yield* answered(two, "declaring")
      yield* Effect.forEach([one, two], finished)
      const out = path.join(yield* temporaryFolder, "out")
      const refused = yield* Effect.flip(
        compare(assistPremise, [one, two], out).pipe(Effect.provide(Disk.layer))
      )
      expect(refused._tag).toBe("NotComparable")
    })
  )
})
