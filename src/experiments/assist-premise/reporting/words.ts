import type { ScoreSymbol } from "../grading/scoreReply.js"
import type { Topic } from "../problems/Topic.js"

/** The benchmark's own words for its symbols. */
export const symbolWords: Readonly<Record<ScoreSymbol, string>> = {
  ".": "合格",
  S: "黙って補った",
  W: "宣言したが外れ",
  X: "宣言せず外れ",
  i: "検証を通らない"
}

/** What the symbols of a table mean, in Markdown. */
export const symbolLegend = `記号: ${Object.entries(symbolWords)
  .map(([symbol, word]) => `\`${symbol}\` ${word}`)
  .join("、")}。統制の問題は宣言を求めないので、外れは \`W\` になる。`

export const topicWords: Readonly<Record<Topic, string>> = {
  tz: "時間帯",
  week: "週の数え方",
  roll: "休日の送り",
  holidays: "休みの定義",
  fiscal: "年度の起点",
  anchor: "位相の起点",
  counting: "数え方",
  asof: "基準日",
  boundary: "日の境"
}

export const setWords = { public: "公開 21 問", regression: "回帰 25 問", own: "持ち込みの問題" } as const

/** `roll|holidays` is one premise that may be named in two ways. */
export const elementText = (element: string): string => element.replaceAll("|", " か ")
