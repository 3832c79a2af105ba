import { describe, expect, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { Flag } from "../../src/cli/Flag.js"
import { readArgv } from "../../src/cli/readArgv.js"
import type { Verb } from "../../src/cli/Verb.js"
import { verbs } from "../../src/cli.js"

const refusal = (line: ReadonlyArray<string>): string => {
  const request = readArgv(verbs, line)
  return request._tag === "Refused" ? request.problem : `not refused: ${request._tag}`
}

const plan = ["plan", "--preset", "smoke", "--out", "runs/x"]
const run = ["run", "--run", "runs/x"]

describe("K1 what is not exactly an option is refused, by name, with the near one", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>]> = [
    // misspelt, in the wrong place, in the wrong case
    [
      [...run, "--max-generation-call", "5"],
      ["--max-generation-call'", "--max-generation-calls?"]
    ],
    [
      ["plan", "--prset", "smoke", "--out", "x"],
      ["--prset", "--preset?"]
    ],
    [["plan", "--preset", "smoke", "--bogus", "--out", "x"], ["--bogus"]],
    [
      [...run, "--Mock"],
      ["--Mock", "--mock?"]
    ],
    [
      [...run, "--MOCK=1"],
      ["--MOCK", "--mock?"]
    ],
    [
      ["plan", "--Preset", "smoke", "--out", "x"],
      ["--Preset", "--preset?"]
    ],
    [
      [...plan, "--max-rpm", "4"],
      ["plan", "--max-rpm"]
    ],
    [[...run, "-m"], ["-m"]],
    [
      [...run, "-mock"],
      ["-mock", "--mock?"]
    ],
    [[...run, "--"], ["--"]],
    [[...run, "--no-mock"], ["--no-mock"]],
    [[...run, "--__proto__", "x"], ["--__proto__"]],
    [[...run, "--constructor"], ["--constructor"]],
    [[...run, "--toString=1"], ["--toString"]],
    // switches take no value
    [
      [...run, "--execute=maybe"],
      ["--execute", "maybe"]
    ],
    [
      [...run, "--mock=true"],
      ["--mock", "true"]
    ],
    [[...run, "--mock="], ["--mock"]],
    [[...run, "--mock", "true"], ["true"]],
    // given twice
    [
      [...plan, "--out", "runs/y"],
      ["--out", "twice"]
    ],
    [
      [...plan, "--out=runs/x"],
      ["--out", "twice"]
    ],
    [
      [...run, "--mock", "--mock"],
      ["--mock", "twice"]
    ],
    // without a value
    [
      [...plan, "--model", "--json"],
      ["--model", "'--json' follows"]
    ],
    [
      [...plan, "--model"],
      ["--model", "NAME"]
    ],
    [
      ["plan", "--preset", "--out", "x"],
      ["--preset", "'--out' follows"]
    ],
    [
      [...plan, "--model", ""],
      ["--model", "empty"]
    ],
    [
      [...plan, "--model=  "],
      ["--model", "empty"]
    ],
    [
      ["audit", "--run="],
      ["--run", "empty"]
    ],
    // words of a closed set
    [
      ["plan", "--preset", "Smoke", "--out", "x"],
      ["--preset", "smoke, pilot, main, public, regression, all or sample", "'Smoke'"]
    ],
    [["plan", "--preset", "smoke ", "--out", "x"], ["--preset"]],
    [
      [...plan, "--phase", "p2"],
      ["--phase", "p0 or p1"]
    ],
    [
      [...plan, "--experiment", "chess"],
      ["--experiment", "syntax-locality"]
    ],
    [
      ["lang", "a.txt", "--style", "curly"],
      ["--style", "named_end"]
    ],
    // missing or left over
    [["plan", "--preset", "smoke"], ["plan needs --out DIR"]],
    [["audit"], ["audit needs --run DIR"]],
    [["lang", "--style", "braces"], ["lang needs a FILE"]],
    [["lang", "a.txt", "b.txt", "--style", "braces"], ["'b.txt'"]],
    [["plan", "smoke", "--out", "x"], ["'smoke'"]],
    [["audit", "--run", "x", "y"], ["'y'"]],
    [["audit", "--run", "x", "-"], ["'-'"]],
    // verbs
    [["pln"], ["'pln'", "plan?"]],
    [["Plan"], ["'Plan'", "plan?"]],
    [
      ["reprot", "--run", "x"],
      ["'reprot'", "report?"]
    ],
    [["frobnicate"], ["'frobnicate'", "plan, audit, freeze, run"]],
    [[""], ["''"]],
    [["frobnicate", "--help"], ["'frobnicate'"]],
    [
      ["help", "pln"],
      ["'pln'", "plan?"]
    ],
    [["help", "plan", "audit"], ["'audit'"]],
    [
      ["--json", "plan"],
      ["verb", "'--json'"]
    ],
    [["--version", "plan"], ["'--version'"]],
    [["plan", "--version"], ["--version"]],
    [[], ["a verb is missing"]]
  ]

  it.each(cases)("%j", (line, fragments) => {
    const problem = refusal(line)
    for (const fragment of fragments) expect(problem).toContain(fragment)
    expect(problem).not.toMatch(/\n/)
    expect(problem).not.toContain("not refused")
  })
})

describe("K1 an integer is plain decimal digits within its range", () => {
  const bad = [
    "abc",
    "1e3",
    "0x10",
    "0b1",
    "1.5",
    "1.",
    "",
    " ",
    " 7 ",
    "7 ",
    "+7",
    "-1",
    "-0",
    "0",
    "00",
    "007",
    "1_000",
    "1,000",
    "NaN",
    "Infinity",
    "9007199254740993",
    "18446744073709551617",
    "٣",
    "７",
    "1\n"
  ]

  it.each(bad)("--max-generation-calls %j is refused", (value) => {
    for (const words of [["--max-generation-calls", value], [`--max-generation-calls=${value}`]]) {
      expect(refusal([...run, "--mock", ...words])).toMatch(
        /^--max-generation-calls must be a whole number from 1 to /
      )
    }
  })

  it.each([
    ["--concurrency", "0", "257"],
    ["--mock-seed", "-1", "9007199254740992"]
  ])("%s keeps its range", (flag, below, above) => {
    for (const value of [below, above])
      expect(refusal([...run, "--mock", flag, value])).toContain(`${flag} must be`)
  })

  it.each([
    ["--max-generation-calls", "1"],
    ["--max-generation-calls", "9007199254740991"],
    ["--mock-seed", "0"],
    ["--concurrency", "256"]
  ])("%s %s is accepted", (flag, value) => {
    expect(readArgv(verbs, [...run, "--mock", flag, value])).toMatchObject({
      _tag: "Invocation",
      argv: ["run", "--run=runs/x", "--mock", `${flag}=${value}`]
    })
  })
})

describe("K1 the flags of every verb, from the verbs' own tables", () => {
  /** A value that each flag takes, so that one flag at a time can be wrong. */
  const valid = (flag: Flag<unknown>): string => {
    const candidates = [
      "1",
      "x",
      "1000",
      ...(flag.placeholder ?? "").split("|"),
      "http://127.0.0.1/v1",
      "503:1"
    ]
    const found = candidates.find((candidate) => Either.isRight(flag.decode(candidate)))
    if (found === undefined) throw new Error(`no value for ${flag.placeholder}`)
    return found
  }

  /** The verb with everything that it needs but `except`. */
  const needed = (verb: Verb, except: string): ReadonlyArray<string> => [
    verb.name,
    ...Object.entries(verb.flags).flatMap(([name, flag]) =>
      name !== except && Option.isNone(flag.absent) ? [`--${name}`, valid(flag)] : []
    ),
    ...(verb.operand === null ? [] : ["file"])
  ]

  const all = verbs.flatMap((verb) =>
    Object.entries(verb.flags).map(([name, flag]) => ({ verb, name, flag, title: `${verb.name} --${name}` }))
  )

  it("the live flags are among them", () => {
    const titles = all.filter(({ flag }) => flag.placeholder === "N").map(({ title }) => title)
    for (const verb of ["run", "resume"]) {
      for (const flag of [
        "max-generation-calls",
        "max-http-attempts",
        "local-token-cap",
        "concurrency",
        "max-rpm",
        "max-tpm",
        "mock-seed"
      ]) {
        expect(titles).toContain(`${verb} --${flag}`)
      }
    }
    for (const flag of ["max-http-attempts", "local-token-cap"])
      expect(titles).toContain(`preflight --${flag}`)
  })

  it.each(all)("$title is taken once", ({ flag, name, verb }) => {
    const once = flag.placeholder === null ? [`--${name}`] : [`--${name}`, valid(flag)]
    const line = [...needed(verb, name), ...once]
    expect(readArgv(verbs, line)._tag).toBe("Invocation")
    for (const again of [once, [once.join("=")]]) {
      const twice = readArgv(verbs, [...line, ...again])
      if (flag.repeatable === true) {
        expect(twice).toMatchObject({
          argv: expect.arrayContaining([`--${name}=${valid(flag)}\0${valid(flag)}`])
        })
      } else expect(refusal([...line, ...again])).toBe(`--${name} is given twice`)
    }
  })

  it.each(all)("$title cut short, or with a letter more, is refused by name", ({ name, verb }) => {
    for (const wrong of [
      `--${name.slice(0, -1)}`,
      `--${name}s`,
      `--${name.toUpperCase()}`,
      `---${name}`,
      `-${name}`
    ].filter((word) => !Object.hasOwn(verb.flags, word.slice(2)))) {
      const problem = refusal([...needed(verb, ""), wrong, "1"])
      expect(problem).toContain(`'${wrong}'`)
      expect(problem).toContain("has no option")
    }
  })

  const switches = all.filter(({ flag }) => flag.placeholder === null)
  it.each(switches)("$title takes no value", ({ name, verb }) => {
    for (const value of ["maybe", "true", "false", "1", "0", ""]) {
      expect(refusal([...needed(verb, name), `--${name}=${value}`])).toContain(`--${name} takes no value`)
    }
  })

  const integers = all.filter(({ flag }) => flag.placeholder === "N")
  it.each(integers)("$title takes plain digits only", ({ name, verb }) => {
    for (const value of [
      "abc",
      "1e3",
      "0x10",
      "1.5",
      "",
      "-1",
      "9007199254740993",
      "NaN",
      "Infinity",
      " 1",
      "1 ",
      "+1",
      "٣"
    ]) {
      for (const words of [[`--${name}`, value], [`--${name}=${value}`]]) {
        expect(refusal([...needed(verb, name), ...words])).toMatch(
          new RegExp(`^--${name} must be a whole number`)
        )
      }
    }
  })

  it("what belongs to the plan cannot be changed by a run", () => {
    for (const verb of ["run", "resume"]) {
      for (const flag of ["--model", "--base-url", "--preset", "--config", "--replicates"]) {
        expect(refusal([verb, "--run", "runs/x", flag, "1"])).toContain(`${verb} has no option '${flag}'`)
      }
    }
  })
})

describe("base URL", () => {
  it.each([
    "ftp://example.org/v1",
    "example.org/v1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
    "https://u:geheim@example.org/v1",
    "https://example.org/v1?key=geheim",
    "https://example.org/v1#geheim"
  ])("%s is refused without being repeated", (url) => {
    const problem = refusal([...plan, "--base-url", url])
    expect(problem).toMatch(/^--base-url must be/)
    expect(problem).not.toContain("geheim")
  })

  it.each(["https://api.openai.com/v1", "http://127.0.0.1:8080/v1/"])("%s is accepted", (url) => {
    expect(readArgv(verbs, [...plan, "--base-url", url])._tag).toBe("Invocation")
  })
})

describe("help and version", () => {
  const helped = (line: ReadonlyArray<string>) => {
    const request = readArgv(verbs, line)
    return request._tag === "Help" ? (request.verb?.name ?? "all") : request._tag
  }

  it.each([
    [["--help"], "all"],
    [["-h"], "all"],
    [["help"], "all"],
    [["help", "--help"], "all"],
    [["--help", "plan"], "plan"],
    [["help", "plan"], "plan"],
    [["plan", "--help"], "plan"],
    [["plan", "-h"], "plan"],
    [["plan", "--out", "x", "--help"], "plan"],
    // Help does nothing, so what else stands on the line does no harm.
    [["plan", "--bogus", "--help"], "plan"],
    [["plan", "--model", "--help"], "plan"],
    [["--version"], "Version"]
  ] as const)("%j", (line, expected) => {
    expect(helped(line)).toBe(expected)
  })
})

describe("text from the command line cannot play tricks on a terminal", () => {
  it.each(["\u001b[31mred", "a\u0007b", "a\nb", "a\rb", "\u202egnp.exe", "\u009b2J"])("%j", (word) => {
    expect(refusal(["plan", word])).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(refusal([...plan, `--${word}`])).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it("a long word is cut", () => {
    expect(refusal(["plan", "x".repeat(100_000)]).length).toBeLessThan(200)
  })
})
