import * as Scheduler from "effect/Scheduler"

/**
 * Lets the process look at signals and sockets whenever a fiber yields. Effect's default scheduler goes on in microtasks, so that work
 * without any real waiting, such as a run against a simulated model, would keep Ctrl-C from being seen until its end.
 */
export const responsive: Scheduler.Scheduler = Scheduler.makeBatched((runBatch) => {
  setImmediate(runBatch)
})
