import * as Either from "effect/Either"
import { cliIds } from "../../../llm/cli/readers.js"
import type { Absent, Found, FoundSubject } from "./Found.js"

/** Whom a run asks, and who could have been asked. */
export interface Selection {
  readonly subjects: ReadonlyArray<FoundSubject>
  readonly absent: ReadonlyArray<Absent>
}

/**
 * Of what was found, what was named; without names everything. A name that stands for nothing is refused; one of a program that is not installed is
 * absent.
 */
export const selectSubjects = (
  { absent, subjects }: Pick<Found, "subjects" | "absent">,
  names: ReadonlyArray<string> | null
): Either.Either<Selection, string> => {
  if (names === null) return Either.right({ subjects, absent })
  const known = new Set([...subjects, ...absent].map(({ id }) => id))
  const unknown = names.filter((name) => !known.has(name) && !cliIds.some((id) => id === name))
  if (unknown.length > 0) {
    const there = subjects.map(({ id }) => id).join(", ") || "nothing"
    return Either.left(`there is no ${unknown.join(", ")}; found: ${there}`)
  }
  const named = (one: { readonly id: string }) => names.includes(one.id)
  return Either.right({ subjects: subjects.filter(named), absent: absent.filter(named) })
}

/** The configured judge; `null` where nobody of that name is there. */
export const findJudge = (subjects: ReadonlyArray<FoundSubject>, name: string): FoundSubject | null =>
  subjects.find(({ id }) => id === name) ?? null
