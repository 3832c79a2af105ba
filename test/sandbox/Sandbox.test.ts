import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { build } from "esbuild"
import { removeTask } from "../../src/sandbox/removeTask.js"
import * as Sandbox from "../../src/sandbox/Sandbox.js"

const root = path.resolve(import.meta.dirname, "../..")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sandbox-test-"))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const newTask = (): string => fs.mkdtempSync(path.join(folder, "task-"))
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

const probed = await Effect.runPromise(
  Effect.either(Effect.flatMap(Sandbox.Sandbox, ({ probe }) => probe).pipe(Effect.provide(Sandbox.layer)))
)

const refusal = probed._tag === "Left" ? probed.left.message : "none"

type Given = Partial<Sandbox.SandboxCommand>

const sh = (script: string, given: Given = {}) =>
  Effect.flatMap(Sandbox.Sandbox, ({ exec }) =>
    exec({ command: ["sh", "-c", script], task: newTask(), ...given })
  ).pipe(
    Effect.map((result) => ({ ...result, stdout: text(result.stdout), stderr: text(result.stderr) })),
    Effect.provide(Sandbox.layer)
  )

// A machine on which namespaces and mounts are to be had must give us a sandbox: else our own mistake would look like a refusal of the kernel.
it("is there exactly where the system allows namespaces and mounts", () => {
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]
  const mount = ["--mount", "--pid", "--net", "--fork", "mount", "-t", "tmpfs", "none", "/tmp"]
  const made = spawnSync("unshare", [...user, ...mount])
  expect({ sandbox: probed._tag === "Right", refusal }).toEqual({
    sandbox: made.status === 0,
    refusal: made.status === 0 ? "none" : expect.any(String)
  })
})

// A machine without one is told, and what would need one is refused: that is what is tested there.
describe.runIf(probed._tag === "Left")(`no sandbox here: ${refusal}`, () => {
  it.live("refuses to run anything, with advice", () =>
    Effect.gen(function* () {
      const task = newTask()
      const refused = yield* Effect.flip(sh("touch /task/ran", { task }))
      expect(refused._tag).toBe("locality/SandboxUnavailable")
      expect(refused.advice.length).toBeGreaterThan(20)
      expect(fs.readdirSync(task)).toEqual([])
    })
  )
})

describe.runIf(probed._tag === "Right")("Sandbox", () => {
  it.live("runs node and the usual tools in the task's folder, and keeps what they write", () =>
    Effect.gen(function* () {
      const task = newTask()
      fs.writeFileSync(path.join(task, "in.txt"), "日本語")
      const script =
        "cat in.txt; pwd; node -e \"fs.writeFileSync('out.txt', String(1 + 1))\"; echo err >&2; exit 3"
      expect(yield* sh(script, { task })).toMatchObject({
        exitCode: 3,
        signal: null,
        stdout: "日本語/task\n",
        stderr: "err\n",
        timedOut: false,
        outputCut: false
      })
      expect(fs.readFileSync(path.join(task, "out.txt"), "utf8")).toBe("2")
      fs.writeFileSync(path.join(task, "out.txt"), "changed outside")
      expect((yield* sh("cat out.txt && echo again > out.txt", { task })).stdout).toBe("changed outside")
    })
  )

  it.live("gives standard input, and ends it", () =>
    Effect.gen(function* () {
      expect((yield* sh("cat", { stdin: "入力" })).stdout).toBe("入力")
      expect((yield* sh("cat; echo end")).stdout).toBe("end\n")
    })
  )

  it.live("shows folders for reading that cannot be written, whatever their modes are", () =>
    Effect.gen(function* () {
      const checks = fs.mkdtempSync(path.join(folder, "checks-"))
      fs.writeFileSync(path.join(checks, "check.mjs"), 'console.log("checked", process.argv[2])', {
        mode: 0o600
      })
      const given: Given = { readOnly: [{ host: checks, inside: "/grader/checks" }], cwd: "/grader" }
      const done = yield* sh(
        "node checks/check.mjs /task; echo bad > checks/check.mjs; touch checks/new; rm checks/check.mjs; touch /grader/new",
        given
      )
      expect(done.stdout).toBe("checked /task\n")
      expect(done.stderr.match(/Read-only file system/g)).toHaveLength(4)
      expect(fs.readdirSync(checks)).toEqual(["check.mjs"])
      expect(fs.readFileSync(path.join(checks, "check.mjs"), "utf8")).toContain("checked")
      expect(fs.statSync(path.join(checks, "check.mjs")).uid).toBe(process.getuid?.())
    })
  )

  it.live("has nothing of the host but what it needs, no capability, and nobody else's process", () =>
    Effect.gen(function* () {
      const script = `
        ls -A /; ls -A /etc /home /root 2>/dev/null
        grep -E "^(Cap|NoNewPrivs)" /proc/self/status | tr -d "\\t "
        ls -d /proc/[0-9]* | wc -l; id -u; hostname; env | cut -d= -f1 | sort | tr "\\n" " "`
      const { stdout } = yield* sh(script)
      const [listing, rest] = stdout.split("CapInh")
      expect(
        listing?.split("\n").filter((name) => /^(home|root|var|srv|mnt|run|sys|boot)$/.test(name))
      ).toEqual([])
      expect(rest).toMatch(/^:0+\nCapPrm:0+\nCapEff:0+\nCapBnd:0+\nCapAmb:0+\nNoNewPrivs:1\n/)
      expect(rest).toMatch(/\n[1-9]\n1000\nsandbox\nHOME LANG NO_COLOR (OLDPWD )?PATH PWD TERM TMPDIR $/)
    })
  )

  it.live("hands in no descriptor but the three", () =>
    Effect.gen(function* () {
      const { stdout } = yield* sh(
        'for f in /proc/self/fd/*; do readlink "$f" || echo gone; done; ls -d /proc/self/fd/[012] | wc -l'
      )
      const open = stdout
        .split("\n")
        .filter((place) => !/^(socket:.*|\/proc\/.*|\/dev\/null|gone|3|)$/.test(place))
      expect(open).toEqual([])
      expect(stdout).toMatch(/\n3\n$/)
    })
  )

  for (const [what, script, expected] of [
    ["time", "sleep 60", { timedOut: true, exitCode: null }],
    [
      "time, of one that does not want to go",
      "trap '' TERM INT; while :; do sleep 1; done",
      { timedOut: true }
    ],
    ["output", "yes", { outputCut: true, exitCode: null }],
    ["processor time", "while :; do :; done", { exitCode: 137, timedOut: false }],
    [
      "memory",
      "node -e 'const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1))'",
      { timedOut: false }
    ],
    [
      "the size of files",
      "dd if=/dev/zero of=big bs=1M count=100 2>/dev/null; stat -c %s big",
      { stdout: "8000000\n" }
    ],
    [
      "scratch space",
      "dd if=/dev/zero of=/tmp/a bs=1M count=100 2>/dev/null; stat -c %s /tmp/a",
      { stdout: "4194304\n" }
    ],
    [
      "processes",
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do sleep 3 & done; wait",
      { timedOut: false }
    ]
  ] as const) {
    it.live(`limits ${what}`, () =>
      Effect.gen(function* () {
        const task = newTask()
        const done = yield* sh(script, {
          task,
          limits: {
            wallMs: what === "processor time" ? 10_000 : what.startsWith("time") ? 1000 : 8000,
            cpuSeconds: what === "processor time" ? 1 : 30,
            outputBytes: 100_000,
            memoryBytes: 300_000_000,
            fileBytes: 8_000_000,
            scratchBytes: 4 * 1024 * 1024,
            processes: 20
          }
        })
        expect(done).toMatchObject(expected)
        expect(done.wallMs).toBeLessThan(12_000)
        if (what === "output") expect(done.stdout).toHaveLength(100_000)
        if (what === "memory") expect(done.exitCode).not.toBe(0)
        if (what === "processes") expect(done.stderr).toMatch(/fork/)
      })
    )
  }

  it.live("says 128 and the number of the signal for a command that was ended by one", () =>
    Effect.gen(function* () {
      expect(yield* sh("kill -SEGV $$")).toMatchObject({ exitCode: 139, signal: null, timedOut: false })
    })
  )

  it.live("tells a command that is not there from a sandbox that is not there", () =>
    Effect.gen(function* () {
      expect(yield* sh("", { command: ["no-such-program"] })).toMatchObject({ exitCode: 127 })
      expect(yield* Effect.flip(sh("true", { cwd: "/nowhere" }))).toMatchObject({
        _tag: "locality/SandboxUnavailable"
      })
    })
  )

  it.live("is gone with everything in it when it is interrupted", () =>
    Effect.gen(function* () {
      const task = newTask()
      const fiber = yield* Effect.fork(
        sh("setsid -f sh -c 'while :; do date +%N > tick; sleep 0.05; done'; echo up > up; sleep 60", {
          task
        })
      )
      while (!fs.existsSync(path.join(task, "up"))) yield* Effect.sleep(50)
      yield* Fiber.interrupt(fiber)
      const last = fs.readFileSync(path.join(task, "tick"), "utf8")
      yield* Effect.sleep(300)
      expect(fs.readFileSync(path.join(task, "tick"), "utf8")).toBe(last)
      expect(last).not.toBe("")
    })
  )

  it.live("does not take a link in the task's folder for a file of its own", () =>
    Effect.gen(function* () {
      const task = newTask()
      const outside = path.join(folder, "outside.txt")
      fs.writeFileSync(outside, "outside")
      const before = fs.statSync(outside)
      fs.symlinkSync(outside, path.join(task, "link"))
      expect((yield* sh("cat link; echo changed > link", { task })).stdout).toBe("")
      const after = fs.statSync(outside)
      expect([after.uid, after.mode, after.mtimeMs]).toEqual([before.uid, before.mode, before.mtimeMs])
      expect(fs.readFileSync(outside, "utf8")).toBe("outside")
    })
  )

  it.live("leaves no folder and no mount behind", () =>
    Effect.gen(function* () {
      const mounts = fs.readFileSync("/proc/self/mountinfo", "utf8")
      yield* sh("true")
      yield* sh("sleep 60", { limits: { wallMs: 300 } })
      expect(fs.readFileSync("/proc/self/mountinfo", "utf8")).toBe(mounts)
      expect(
        fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(`icl-sandbox-${process.pid}-`))
      ).toEqual([])
    })
  )

  it.live("removeTask takes away what is too deep for a path or locked, and nothing behind a link", () =>
    Effect.gen(function* () {
      const task = newTask()
      const kept = path.join(folder, "kept")
      fs.mkdirSync(kept)
      fs.writeFileSync(path.join(kept, "file"), "kept", { mode: 0o640 })
      fs.symlinkSync(kept, path.join(task, "link"))
      const script =
        'mkdir chain; i=0; while [ $i -lt 40 ]; do mkdir w && mv chain "w/$(printf "%0200d" 0)" && mv w chain || break; i=$((i+1)); done; mkdir /task/locked; touch /task/locked/in; chmod 000 /task/locked; echo $i'
      expect((yield* sh(script, { task })).stdout).toBe("40\n")
      expect(yield* sh("true", { task })).toMatchObject({ exitCode: 0 })
      expect(yield* removeTask(task)).toBe(true)
      expect(fs.existsSync(task)).toBe(false)
      expect(fs.statSync(path.join(kept, "file")).mode & 0o777).toBe(0o640)
    })
  )

  it.live("refuses where the kernel allows no namespaces, and runs nothing", () =>
    Effect.gen(function* () {
      const bundle = fs.mkdtempSync(path.join(folder, "bundle-"))
      yield* Effect.promise(() =>
        build({
          stdin: {
            contents: `
              import * as Effect from "effect/Effect"
              import * as Sandbox from "./src/sandbox/Sandbox.js"
              const program = Effect.flatMap(Sandbox.Sandbox, ({ exec, probe }) => Effect.all([
                Effect.flip(probe),
                Effect.flip(exec({ command: ["touch", "/task/ran"], task: "/task" }))
              ]))
              const [first, second] = await Effect.runPromise(Effect.provide(program, Sandbox.layer))
              console.log(JSON.stringify([first._tag, first.reason, first.advice, second._tag]))`,
            resolveDir: root
          },
          bundle: true,
          format: "esm",
          platform: "node",
          outfile: path.join(bundle, "nested.mjs")
        })
      )
      const task = newTask()
      // The one place where we know that namespaces are forbidden is the inside of a sandbox.
      const done = yield* sh("node /bundle/nested.mjs", {
        task,
        readOnly: [{ host: bundle, inside: "/bundle" }]
      })
      expect(done.stderr).toBe("")
      const [first, reason, advice, second] = JSON.parse(done.stdout)
      expect([first, second]).toEqual(["locality/SandboxUnavailable", "locality/SandboxUnavailable"])
      expect(reason).toMatch(/unshare/)
      expect(advice).toContain("user namespaces")
      expect(fs.readdirSync(task)).toEqual([])
    })
  )
})

describe("layerUnavailable", () => {
  it.effect("refuses the probe and every command", () =>
    Effect.gen(function* () {
      const { exec, probe } = yield* Sandbox.Sandbox
      expect((yield* Effect.flip(probe)).message).toContain("no sandbox: not on this machine; ")
      expect(yield* Effect.flip(exec({ command: ["true"], task: "/" }))).toMatchObject({
        reason: "not on this machine"
      })
    }).pipe(Effect.provide(Sandbox.layerUnavailable("not on this machine")))
  )
})
