import type { PlannedPremise } from "../Protocol.js"

/** What the benchmark's description says about reading its numbers, where it applies to this run. */
export const warnings = ({
  replicates,
  set
}: Pick<PlannedPremise, "replicates" | "set">): ReadonlyArray<string> => [
  "どの走行も 1 回の測定である。1 回の値を断定的に読まない。",
  ...(replicates > 1 ? ["くり返しは別々の走行として並べる。まとめて良いほうを取った数字ではない。"] : []),
  ...(set === "public"
    ? ["公開した問題は、以後のモデルの学習に入りうる。渡していない問題の結果と合わせて読む。"]
    : []),
  ...(set === "regression"
    ? [
        "回帰の問題には揺れる前提が無い。前提の宣言を求める指示文が、書かれていない前提を足させていないかを見張る。"
      ]
    : []),
  "問題の正答・指示文・評価器は、公開されている説明から作り直したもので、元の測定器のものではない。器が違う数字どうしは突き合わせであって再現ではない。",
  "宣言は種類（topic）だけを採点し、文の中身は採点しない。範囲の中で点列がたまたま一致した読みも合格に数える。"
]
