/** Preloaded into every measured process: at its end it tells descriptor 3 what it has used. */
"use strict"
const fs = require("node:fs")

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  fs.writeSync(3, JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }))
})
