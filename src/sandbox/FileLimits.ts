export interface FileLimits {
  /** Of one file that is read or written, in bytes. */
  readonly fileBytes: number
  /** Of one folder that is listed; also the number of folders and files that a search looks at. */
  readonly entries: number
  readonly matches: number
  /** Read by one search altogether. */
  readonly searchBytes: number
}

export const defaultFileLimits: FileLimits = {
  fileBytes: 1024 * 1024,
  entries: 1000,
  matches: 100,
  searchBytes: 16 * 1024 * 1024
}
