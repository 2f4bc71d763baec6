import type { Mutant } from './mutant.ts'

/** Changes of what services do for managers and leagues. */
export const services: readonly Mutant[] = [
  {
    file: 'app/services/leagues/leagues.server.ts',
    test: 'tests/services/leagues/leagues.test.ts',
    code: "    if (game?.id !== league.gameId) return { ok: false, problem: 'INVALID_INVITE' }\n",
    change: "    if (!game) return { ok: false, problem: 'INVALID_INVITE' }\n",
    feels: "An old season's league is joined.",
  },
]
