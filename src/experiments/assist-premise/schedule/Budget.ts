import { both } from "./Bilingual.js"
import { limits } from "./limits.js"
import { fail } from "./ScheduleError.js"
import type { Span } from "./Span.js"
import { tooMuch } from "./sayings/schedules.js"

/** What one evaluation has spent. It never depends on what an earlier evaluation left in a cache. */
export class Budget {
  private steps = 0
  private points = 0

  /** One expression is evaluated. */
  step(span: Span): void {
    if (++this.steps > limits.steps)
      fail("LimitExceeded", span, tooMuch(both("計算の手数", "steps of evaluation"), limits.steps))
  }

  /** A stream of so many points is made, or as much is worked through. */
  spend(points: number, span: Span): void {
    if (points > limits.pointsPerStream)
      fail(
        "LimitExceeded",
        span,
        tooMuch(both("点列の点の数", "points in a schedule"), limits.pointsPerStream)
      )
    this.points += points
    if (this.points > limits.points)
      fail("LimitExceeded", span, tooMuch(both("点の総数", "points in all"), limits.points))
  }
}
