/** Names of open blocks as specification 4.2 writes them: `["n_qazwsxed", "n_plmoknij"]`. Names are letters and `_`, so nothing is escaped. */
export const stackText = (names: ReadonlyArray<string>): string =>
  `[${names.map((name) => `"${name}"`).join(", ")}]`
