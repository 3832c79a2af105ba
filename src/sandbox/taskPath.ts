import * as Either from "effect/Either"
import { FileToolError, type FileToolProblem } from "./FileToolError.js"

const maxDepth = 32
const maxNameBytes = 255

/** Control and format characters (among them those that turn the direction of writing around), lone surrogates, and a backslash. */
const unusable = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\\]/u

/**
 * The names on the way from the task's folder to what a path means, none for the folder itself. A path is relative, or begins with `/task` as
 * the commands in the sandbox see it. `..` is refused wherever it stands, also where it is written with look-alikes such as `．．`.
 */
export const taskPath = (given: string): Either.Either<ReadonlyArray<string>, FileToolError> => {
  const refuse = (problem: FileToolProblem) =>
    Either.left(new FileToolError({ problem, path: given.slice(0, 200) }))
  if (given === "" || unusable.test(given)) return refuse("bad_path")
  const within = given === "/task" ? "." : given.startsWith("/task/") ? given.slice("/task/".length) : given
  if (within.startsWith("/")) return refuse("outside")
  const names = within.split("/").filter((name) => name !== "" && name !== ".")
  if (names.some(climbs)) return refuse("outside")
  if (names.length > maxDepth || names.some((name) => Buffer.byteLength(name) > maxNameBytes))
    return refuse("bad_path")
  return Either.right(names)
}

/** What a reader, or a program that normalises, takes for `..` or for more than one name. */
const climbs = (name: string): boolean => {
  const plain = name.normalize("NFKC").trim()
  return plain === ".." || /[/∕⁄⧸]/.test(plain)
}
