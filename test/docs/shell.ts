/** A word of a shell line, or an operator. */
interface Token {
  readonly text: string
  readonly operator: boolean
}

/**
 * Splits a line of the little shell that our pages use: quotes, comments, `$(…)`, `&&`, `||`, `|`, `;`, `&`, redirections. A
 * variable stays as it is.
 */
const tokens = (line: string): ReadonlyArray<Token> => {
  const found: Array<Token> = []
  let rest = line
  while (rest !== "") {
    const blank = /^\s+/.exec(rest)?.[0]
    const operator = /^(?:&&|\|\||[0-9]?>&[0-9]|[0-9]?>>?|<|[|;&])/.exec(rest)?.[0]
    if (blank !== undefined) rest = rest.slice(blank.length)
    else if (rest.startsWith("#")) break
    else if (operator !== undefined) {
      found.push({ text: operator, operator: true })
      rest = rest.slice(operator.length)
    } else {
      const word = /^(?:"[^"]*"|'[^']*'|\$\([^)]*\)|[^\s"'|;&<>])+/.exec(rest)?.[0]
      if (word === undefined) throw new Error(`this line is more than our shell: ${line}`)
      found.push({ text: word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"), operator: false })
      rest = rest.slice(word.length)
    }
  }
  return found
}

/** The simple commands of a script, each as its words, without assignments before it and redirections behind it. */
export const commandsOf = (script: string): ReadonlyArray<ReadonlyArray<string>> => {
  const commands: Array<Array<string>> = []
  for (const line of script.replaceAll(/\\\n/g, " ").split("\n")) {
    let words: Array<string> = []
    let skip = false
    for (const { operator, text } of tokens(line)) {
      if (operator && /[<>]/.test(text)) skip = !text.includes("&")
      else if (operator) {
        commands.push(words)
        words = []
      } else if (skip) skip = false
      else if (words.length > 0 || !/^[A-Za-z_][A-Za-z0-9_]*=/.test(text)) words.push(text)
    }
    commands.push(words)
  }
  return commands.filter((words) => words.length > 0)
}
