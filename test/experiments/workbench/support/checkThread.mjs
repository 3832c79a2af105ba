/**
 * Runs the programs of our own tasks one after another in a thread: a process for each would cost more than all that they do. Each is imported anew, under
 * an address of its own. The first exit is what a process would have ended with; nothing that happens behind it counts.
 */
import { format } from "node:util"
import { parentPort } from "node:worker_threads"

let exitCode
let output = ""

process.exit = (code = process.exitCode ?? 0) => {
  exitCode ??= code
  throw new Error("the program has ended")
}
console.log = console.error = (...values) => {
  if (exitCode === undefined) output += `${format(...values)}\n`
}

/** What a program does when it ends, such as removing its temporary folder. */
const end = () => {
  const listeners = process.rawListeners("exit").filter((listener) => !own.includes(listener))
  for (const listener of listeners) {
    listener(exitCode)
    process.off("exit", listener)
  }
}

const own = process.rawListeners("exit")
let runs = 0
parentPort.on("message", async ({ args, url }) => {
  exitCode = undefined
  output = ""
  process.exitCode = undefined
  process.argv.splice(2, Infinity, ...args)
  try {
    runs += 1
    await import(`${url}?run=${runs}`)
    exitCode ??= process.exitCode ?? 0
  } catch (error) {
    if (exitCode === undefined) output += `${error}\n`
    exitCode ??= 1
  }
  end()
  parentPort.postMessage({ exitCode, output })
})
