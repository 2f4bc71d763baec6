import { api } from './api.ts'
import { auth } from './auth.ts'
import { cache } from './cache.ts'
import { database } from './database.ts'
import { http } from './http.ts'
import { load } from './load.ts'
import type { Mutant } from './mutant.ts'
import { request } from './request.ts'
import { rules } from './rules.ts'
import { server } from './server.ts'
import { services } from './services.ts'

/** Every change of the list. */
export const mutants: readonly Mutant[] = [
  ...rules,
  ...auth,
  ...http,
  ...request,
  ...cache,
  ...load,
  ...server,
  ...api,
  ...database,
  ...services,
]
