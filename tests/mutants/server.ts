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
]
