import { auth } from './auth.ts'
import { database } from './database.ts'
import type { Mutant } from './mutant.ts'
import { rules } from './rules.ts'
import { server } from './server.ts'
import { services } from './services.ts'

/** Every change of the list. */
export const mutants: readonly Mutant[] = [...rules, ...auth, ...database, ...services, ...server]
