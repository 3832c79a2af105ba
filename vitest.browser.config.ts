import { defineConfig } from "vitest/config"

/** Tests of pages in Debian's Chromium, or the one that CHROMIUM names. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
