import type { WorkbenchRun } from "./WorkbenchRun.js"

/** What a reader must know before any figure. */
export const banners = ({ pending, planned, status, trials }: WorkbenchRun): ReadonlyArray<string> => [
  ...(status === "sample"
    ? [
        trials.length === 0
          ? "実測前サンプル: まだ何も測っていない。"
          : "実測前サンプル（synthetic_mock）: 模擬の応答が混ざっている。配線を確かめるためのもので、どのモデルの数字でもない。"
      ]
    : []),
  ...(planned.preset === "all" && planned.subjects.length === 0
    ? ["測れる相手が一つも見つからなかった。「いなかった相手」を見ること。"]
    : []),
  ...(pending > 0 ? [`${trials.length}走のうち${pending}走がまだ終わっていない。`] : [])
]
