import * as fs from "node:fs"
import * as path from "node:path"
import { sha256 } from "./build.mjs"

/** Reads and hashes a file of JSON Lines, and parses each line. */
export const readRows = (file) => {
  const bytes = fs.readFileSync(file)
  sha256(bytes)
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))
}

/** Reads a file, hashes it and parses it. */
export const readJson = (file) => {
  const bytes = fs.readFileSync(file)
  const sha = sha256(bytes)
  return { value: JSON.parse(bytes.toString("utf8")), sha }
}

export const trialFile = (dir, trialId, name) => path.join(dir, "trials", trialId, name)
