/** What a subject gave back. */
export interface Submission {
  readonly answer: string
  /** Of the working directory after the run, those that `filesLookedAt` names and that were there. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The longest answer or file that is graded, in UTF-16 code units; anything longer scores 0. */
export const submissionLimit = 200_000

/** The text of a layer's file, or of the answer; `null` where there is no such file. */
export const textFor = ({ answer, files }: Submission, file: string | undefined): string | null => {
  if (file === undefined) return answer
  const bytes = files.get(file)
  return bytes === undefined ? null : new TextDecoder("utf-8").decode(bytes)
}
