import { accounts } from './accounts.ts'
import { auth } from './auth.ts'
import { backup } from './backup.ts'
import { database } from './database.ts'
import { leagues } from './leagues.ts'
import { mail } from './mail.ts'
import type { Mutant } from './mutant.ts'
import { rules } from './rules.ts'
import { scoreboard } from './scoreboard.ts'
import { seasons } from './seasons.ts'
import { server } from './server.ts'
import { services } from './services.ts'
import { teams } from './teams.ts'

/** Every change of the list. */
export const mutants: readonly Mutant[] = [
  ...rules,
  ...auth,
  ...accounts,
  ...teams,
  ...leagues,
  ...seasons,
  ...scoreboard,
  ...mail,
  ...backup,
  ...database,
  ...services,
  ...server,
]
