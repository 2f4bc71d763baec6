import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../../scripts/demo/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The freshly seeded demo database, which each test file copies. */
    seededFile: string
  }
}

/** The accounts' issuer until a provider is started. */
const issuer = 'http://localhost:1'

/** Seeds the demo database once for all test files: that takes longer than starting a server. */
export default async function seed(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'douze-seed-'))
  const databaseFile = join(folder, 'douze.db')
  await prepareDatabase({ databaseFile, issuer })
  project.provide('seededFile', databaseFile)
  return () => rmSync(folder, { recursive: true, force: true })
}
