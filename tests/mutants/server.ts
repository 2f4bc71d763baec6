import type { Mutant } from './mutant.ts'

/** Changes of the cache, the limits and the pipeline. */
export const server: readonly Mutant[] = [
  {
    file: 'app/server/cache/cache-rules.server.ts',
    test: 'tests/requests/api/cached-lists.test.ts',
    code: "{ path: '/api/news', topics: ['news', 'game']",
    change: "{ path: '/api/news', topics: ['game']",
    feels: 'An edited article stays old in /api/news.',
  },
  {
    file: 'app/routes/game.leagues/load.server.ts',
    test: 'tests/requests/game/rank-movement.test.ts',
    code: 'toOwnRow({ ...team, teamId: team.id }, ownStanding, isStarted)',
    change: 'toOwnRow({ ...team, teamId: team.id }, standing, isStarted)',
    feels: 'The own row beneath a page of a league moves since another instant than the rows above it.',
  },
  {
    file: 'app/http/cookies/draft-cookies.server.ts',
    test: 'tests/requests/team/left-drafts.test.ts',
    code: 'return value.startsWith(start) && value.length',
    change: 'return value.length',
    feels: "A draft of another player at the same browser, or of last season, comes back as one's own.",
  },
  {
    file: 'app/routes/game.team/route.tsx',
    test: 'tests/requests/team/left-drafts.test.ts',
    code: 'hasUnsavedTeam(draft, stored) ? endDraft : {}',
    change: 'endDraft',
    feels: 'A press in a second tab throws away what was left unsaved in the first.',
  },
]
