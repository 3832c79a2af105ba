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
    setupFiles: [],
    testTimeout: 30_000
  }
})
