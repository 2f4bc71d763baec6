import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../../../scripts/demo/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of the demo's database as a fresh demo has it; each test file plays on a copy of its own. */
    seededFile: string
  }
}

/** Whom the accounts belong to until a provider is there. */
const issuer = 'http://localhost:1'

/** Fills the demo's database once for all test files: that takes longer than to start the server. */
export default async function seed(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'douze-seed-'))
  const databaseFile = join(folder, 'douze.db')
  await prepareDatabase({ databaseFile, issuer })
  project.provide('seededFile', databaseFile)
  return () => rmSync(folder, { recursive: true, force: true })
}
