import { afterAll } from 'vitest'
import { made } from './made-databases.ts'

/** Runs before the tests of every file; loads the database only where one was made. */
afterAll(async () => {
  if (made.length > 0) await (await import('./databases.ts')).removeDatabases()
})
