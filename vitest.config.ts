import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const source = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

export default defineConfig({
  // The examples import the package by its name, as their readers will.
  resolve: {
    alias: [
      { find: /^syntax-locality-icl$/, replacement: source("index.ts") },
      { find: /^syntax-locality-icl\/testing$/, replacement: source("testing.ts") }
    ]
  },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
    // They need a browser: npm run test:browser.
    exclude: ["test/browser/**"],
    // One fewer is the default, which on two cores leaves one idle: much of the time is spent in waiting for disks and other programs.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000
  }
})
