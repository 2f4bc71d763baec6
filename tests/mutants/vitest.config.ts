import { defineConfig } from 'vitest/config'

/** The unit tests of the rules, which StrykerJS runs on each mutant. */
export default defineConfig({ test: { include: ['tests/game/**/*.test.ts'], testTimeout: 60_000 } })
