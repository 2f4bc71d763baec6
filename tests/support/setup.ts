import { afterAll } from 'vitest'
import { removeDatabases } from './databases.ts'

/** Runs before the tests of every file. */
afterAll(removeDatabases)
