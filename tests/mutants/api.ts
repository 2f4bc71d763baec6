import type { Mutant } from './mutant.ts'

const methods = {
  file: 'app/api/allowed-methods.ts',
  test: 'tests/server/request/check-request.test.ts',
}
const bounded = 'tests/repository/source-rules.test.ts'

/** Changes of what the API takes and answers. */
export const api: readonly Mutant[] = [
  {
    ...methods,
    code: "method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]",
    change: '[method.toUpperCase()]',
    feels: 'Programs that look by HEAD whether something is new are refused.',
  },
  {
    ...methods,
    code: "'[^/]+')}/?$",
    change: "'[^/]+')}$",
    feels: 'A program that adds a slash finds nothing.',
  },
  {
    ...methods,
    code: "['/api', '/api/openapi.json']",
    change: "['/api']",
    feels: 'The document of the API is not found.',
  },
  {
    ...methods,
    file: 'app/api/endpoints.ts',
    code: "remove('/api/admin/news/{articleId}'",
    change: "post('/api/admin/news/{articleId}'",
    feels: 'No program can delete an article.',
  },
  {
    ...methods,
    file: 'app/api/endpoints.ts',
    code: "put('/api/admin/game/active/round-scores/{round}'",
    change: "post('/api/admin/game/active/round-scores/{round}'",
    feels: 'No program can send the points of a round.',
  },
  {
    file: 'app/api/league.ts',
    test: bounded,
    code: "apiText(1000, 'No secret is that long.')",
    change: 'z.string()',
    feels: 'A secret of any length is hashed and looked up.',
  },
  {
    file: 'app/api/article.ts',
    test: bounded,
    code: "text('imageUrl').nullable().optional()",
    change: 'z.string().nullable().optional()',
    feels: 'The address of an image may be as long as the whole call.',
  },
]
