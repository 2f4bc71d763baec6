import { accounts } from './accounts.ts'
import { api } from './api.ts'
import { auth } from './auth.ts'
import { backup } from './backup.ts'
import { cache } from './cache.ts'
import { database } from './database.ts'
import { http } from './http.ts'
import { leagues } from './leagues.ts'
import { load } from './load.ts'
import { mail } from './mail.ts'
import type { Mutant } from './mutant.ts'
import { request } from './request.ts'
import { rules } from './rules.ts'
import { scoreboard } from './scoreboard.ts'
import { seasons } from './seasons.ts'
import { server } from './server.ts'
import { teams } from './teams.ts'

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
  ...accounts,
  ...teams,
  ...leagues,
  ...seasons,
  ...scoreboard,
  ...mail,
  ...backup,
  ...database,
]
