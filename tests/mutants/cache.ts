import type { Mutant } from './mutant.ts'

const rules = {
  file: 'app/server/cache/cache-rules.server.ts',
  test: 'tests/server/cache/cache-rules.test.ts',
}
const store = {
  file: 'app/server/cache/cache-store.server.ts',
  test: 'tests/server/cache/cache-store.test.ts',
}
const cached = { ...store, file: 'app/server/cache/cached-response.server.ts' }
const lists = {
  file: 'app/server/cache/response-cache.server.ts',
  test: 'tests/server/cache/cached-lists.test.ts',
}
const pages = 'tests/requests/server/response-cache.test.ts'

/** Changes of what is cached, for whom and for how long. */
export const cache: readonly Mutant[] = [
  {
    ...rules,
    code: 'names.size === pairs.length && ',
    change: '',
    feels: 'Addresses that repeat a parameter push the pages of everybody out of the cache.',
  },
  {
    ...rules,
    code: 'return queryAt === -1 || rule?.query?.(target.slice(queryAt + 1)) ? rule : undefined',
    change: 'return rule',
    feels: 'Made-up parameters push the pages of everybody out of the cache.',
  },
  {
    ...rules,
    code: "topics: ['ranking', 'game'], query: isCommonWindow, authorize: 'caller'",
    change: "topics: ['ranking', 'game'], query: isCommonWindow, authorize: 'anyone'",
    feels: 'Who has no account reads the ranking of the API.',
  },
  {
    ...rules,
    code: 'return Number(offset) % Number(limit) === 0',
    change: 'return true',
    feels: 'A program that reads the ranking row by row fills the cache.',
  },
  {
    ...rules,
    test: 'tests/server/load-shedding/priority.test.ts',
    code: ' && readCookie(cookie, cookies.flash) === undefined',
    change: '',
    feels: 'After a sign-out nobody is told that it worked.',
  },
  {
    ...rules,
    test: pages,
    code: '!hasSessionCookie(cookie) && ',
    change: '',
    feels: 'Who is signed in sees the page of somebody who is not.',
  },
  {
    ...store,
    code: 'found?.version === version && now',
    change: 'found && now',
    feels: 'A corrected article stays old until the next deadline.',
  },
  {
    ...store,
    code: ' && now < found.response.validUntil',
    change: '',
    feels: 'After a deadline the start page still counts down to it.',
  },
  {
    ...store,
    code: `const id = \`\${cacheKey.version} \${cacheKey.key}\``,
    change: 'const id = cacheKey.key',
    feels: 'Who asks right after an edit gets the page from before it.',
  },
  {
    ...store,
    code: '\n        .finally(() => pending.delete(id))',
    change: '',
    feels: 'A page that failed once fails until the server is started again.',
  },
  {
    ...cached,
    code: " && !headers.has('Set-Cookie')",
    change: '',
    feels: "One visitor's cookie is given to everybody.",
  },
  {
    ...cached,
    code: ` && !policy.includes("'nonce-")`,
    change: '',
    feels: 'The nonce of a page is known to whoever asks for it.',
  },
  {
    ...cached,
    code: ' && isStorable',
    change: '',
    feels: 'A page that was drawn for one person is sent to others.',
  },
  {
    ...cached,
    code: 'return status === 200 && ',
    change: 'return ',
    feels: 'An article that is published later stays missing.',
  },
  {
    ...cached,
    code: 'return Buffer.from(new Uint8Array(buffer).buffer)',
    change: 'return buffer',
    feels: 'The cache takes several times the memory that it says.',
  },
  {
    ...cached,
    code: '    replaced?.etag === etag\n',
    change: '    replaced\n',
    feels: 'A changed page is the old one in every browser that reads compression.',
  },
  {
    ...lists,
    code: '      if (!rateLimits.apiRead.consume(context.clientAddress).ok) return false\n',
    change: '',
    feels: 'A flood of guessed tokens is checked one by one.',
  },
  {
    ...lists,
    code: '      if (!isAllowed) rateLimits.apiRead.release(context.clientAddress)\n',
    change: '',
    feels: 'A request counts twice, and programs reach the limit at half of it.',
  },
  {
    ...lists,
    code: "    if (rule.authorize !== 'caller') return true\n",
    change: '    return true\n',
    feels: 'Who has no account reads the ranking as soon as somebody else has.',
  },
  {
    ...lists,
    test: pages,
    code: `key: \`\${target} \${choices}\``,
    change: 'key: target',
    feels: 'Who hides results is sent the page with them.',
  },
]
