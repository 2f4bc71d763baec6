import type { Mutant } from './mutant.ts'

const csrf = { file: 'app/http/csrf.server.ts', test: 'tests/http/csrf.test.ts' }
const cookie = {
  file: 'app/http/cookies/cookie.server.ts',
  test: 'tests/db/accounts/sessions.test.ts',
}
const responses = { file: 'app/http/responses.server.ts', test: 'tests/http/responses.test.ts' }
const parsing = 'tests/http/forms/parse-form.test.ts'
const fields = { file: 'app/http/forms/fields.server.ts', test: parsing }
const query = { file: 'app/http/forms/query.server.ts', test: parsing }
const headers = {
  file: 'app/http/security-headers.server.ts',
  test: 'tests/requests/security/security-headers.test.ts',
}

/** Changes of cookies, forms, headers and of what says which site a request comes from. */
export const http: readonly Mutant[] = [
  {
    ...csrf,
    code: "['same-origin', 'none'].includes",
    change: "['same-origin', 'same-site', 'none'].includes",
    feels: "A page on another host of the domain saves in the visitor's name.",
  },
  {
    ...csrf,
    code: 'if (secFetchSite !== undefined) return',
    change: 'if (secFetchSite !== undefined && origin === undefined) return',
    feels: 'A write that the browser calls cross-site passes by a header of its own.',
  },
  {
    ...csrf,
    code: 'return origin === publicOrigin',
    change: 'return origin.startsWith(publicOrigin)',
    feels: "A site whose name begins like this one saves in the visitor's name.",
  },
  {
    ...csrf,
    code: '  return !hasSessionCookie(cookie)\n',
    change: '  return true\n',
    feels: 'A form that says nothing of where it comes from is accepted with the cookie alone.',
  },
  {
    ...csrf,
    code: 'safeMethods.includes(method) || exemptPaths.includes(path)',
    change: 'safeMethods.includes(method) || exemptPaths.some((each) => path.startsWith(each))',
    feels: 'Another site reaches what stands beside the logout of the provider.',
  },
  {
    ...csrf,
    code: "readCookie(cookie, { name: '__Host-sid' }) ?? ",
    change: '',
    feels: 'Over https no request counts as one of a session, and no form needs its token.',
  },
  {
    ...csrf,
    file: 'app/http/cookies/cookie.server.ts',
    code: `each.startsWith(\`\${name}=\`)`,
    change: 'each.startsWith(name)',
    feels: 'Another cookie whose name begins alike is read as the session.',
  },
  {
    ...csrf,
    test: parsing,
    code: '  requireSameOrigin(request)\n  if (request.method',
    change: '  if (request.method',
    feels: 'Where Remix is served by remix-serve, other sites send forms.',
  },
  {
    ...csrf,
    test: parsing,
    code: "  if (request.method !== 'POST') throwErrorResponse('METHOD_NOT_ALLOWED')\n",
    change: '',
    feels: 'A PUT or a DELETE runs what a form does.',
  },
  {
    ...csrf,
    test: 'tests/requests/security/form-token.test.ts',
    code: `update(\`douze/form/1 \${sessionId}\`)`,
    change: "update('douze/form/1')",
    feels: 'The token of one text browser sends forms in the name of all others.',
  },
  {
    ...cookie,
    code: `(config.isHttps ? \`__Host-\${name}\` : name)`,
    change: 'name',
    feels: 'Another host of the domain plants a session or an attempt.',
  },
  {
    ...cookie,
    code: "isOfScript ? '' : ' HttpOnly;'",
    change: "''",
    feels: 'A script that gets into a page reads the session.',
  },
  {
    ...cookie,
    code: "config.isHttps ? '; Secure' : ''",
    change: "''",
    feels: 'Browsers refuse the cookie of the session, and nobody stays signed in.',
  },
  {
    ...cookie,
    test: 'tests/http/responses.test.ts',
    code: ' SameSite=Lax$',
    change: ' SameSite=None$',
    feels: "Forms of other sites come with the visitor's cookies.",
  },
  {
    ...cookie,
    test: 'tests/http/responses.test.ts',
    code: "serializeCookie({ ...cookie, maxAge: 0 }, '')",
    change: "serializeCookie(cookie, '')",
    feels: 'After a sign-out a browser counts as one with a session for three months.',
  },
  {
    file: 'app/http/cookies/flash.server.ts',
    test: 'tests/http/responses.test.ts',
    code: 'return { flash: undefined, headers: {} }',
    change: "return { flash: undefined, headers: { 'Set-Cookie': clearCookie(cookies.flash) } }",
    feels: 'A new visitor gets a cookie.',
  },
  {
    file: 'app/http/cookies/consent.server.ts',
    test: 'tests/server/cache/cache-rules.test.ts',
    code: `return consent.isGiven ? \`\${cookies.consent.name}=\${formatConsent(consent)}\` : ''`,
    change: "return ''",
    feels: 'Who has allowed posts of networks decides it for everybody after.',
  },
  {
    ...responses,
    code: String.raw`(?![/\\])`,
    change: String.raw`(?!\/)`,
    feels: "A redirect to '/\\elsewhere' leads to another site.",
  },
  {
    ...responses,
    code: 'redirect(assertLocalPath(path), { status: 303, headers })',
    change: 'redirect(assertLocalPath(path), { status: 307, headers })',
    feels: 'After a save the browser sends the form once more, to the next page.',
  },
  {
    ...responses,
    code: "'Cache-Control': 'private, no-cache', ...retryAfter",
    change: "'Cache-Control': 'private, no-store', ...retryAfter",
    feels: 'Back from a refused form loses what was typed.',
  },
  {
    ...responses,
    code: "throwErrorResponse('TOO_MANY_REQUESTS', { 'Retry-After': String(result.retryAfterSeconds) })",
    change: "throwErrorResponse('TOO_MANY_REQUESTS')",
    feels: 'Programs that are over a limit do not know when to ask again, and go on.',
  },
  {
    ...responses,
    code: "headers.set('Retry-After', String(retryAfterSeconds))",
    change: "headers.append('Retry-After', String(retryAfterSeconds))",
    feels: 'Who saves too often is told two times to wait, which no program understands.',
  },
  {
    file: 'app/http/json.server.ts',
    test: 'tests/http/json.test.ts',
    code: "envelope.status === 503 ? { 'Retry-After': '5' } : {}",
    change: '{}',
    feels: 'Programs ask a full server again at once.',
  },
  {
    file: 'app/http/api-path.server.ts',
    test: 'tests/http/errors/error-response.test.ts',
    code: String.raw`.replace(/\/+/g, '/')`,
    change: '',
    feels: "A program that writes '//api' gets a page in the place of JSON.",
  },
  {
    file: 'app/http/request-body.server.ts',
    test: parsing,
    code: "return length <= maxBytes ? Buffer.concat(chunks) : throwErrorResponse('PAYLOAD_TOO_LARGE')",
    change: 'return Buffer.concat(chunks)',
    feels: 'A form that is too large is read as an empty one.',
  },
  {
    file: 'app/http/request-body.server.ts',
    test: 'tests/repository/security-promises.test.ts',
    code: 'anonymous: 16 * 1024',
    change: 'anonymous: 256 * 1024',
    feels: 'Everybody has large bodies read without signing in.',
  },
  {
    file: 'app/http/forms/form-data.server.ts',
    test: parsing,
    code: "  if (count > MAX_FIELDS) return throwErrorResponse('BAD_REQUEST')\n",
    change: '',
    feels: 'A form of a hundred thousand fields holds up everybody.',
  },
  {
    file: 'app/http/forms/form-data.server.ts',
    test: parsing,
    code: 'isMultipart ? countParts(body) : ',
    change: '',
    feels: 'The same in parts, which nobody counts.',
  },
  {
    ...query,
    code: "  if (search.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return throwErrorResponse('BAD_REQUEST')\n",
    change: '',
    feels: 'An address with thousands of parameters is read whole.',
  },
  {
    ...query,
    code: 'const areStorable = fields.every(([, value]) => isStorable(value))',
    change: 'const areStorable = true',
    feels: 'An address with NUL ends in an error of the database.',
  },
  {
    ...query,
    code: '.min(least).max(most)',
    change: '.min(least)',
    feels: 'One call reads the whole ranking at once.',
  },
  {
    ...query,
    code: String.raw`/^(0|[1-9]\d*)$/`,
    change: String.raw`/^\d+$/`,
    feels: 'One article has any number of addresses.',
  },
  {
    ...fields,
    code: String.raw`!text.includes('\0') && `,
    change: '',
    feels: 'A text with NUL is stored cut off, or is an error of the database.',
  },
  {
    ...fields,
    code: String.raw` && !/\p{Surrogate}/u.test(text)`,
    change: '',
    feels: 'Half a character is stored as another one than was typed.',
  },
  {
    ...fields,
    code: 'typed.slice(0, limit + 1)',
    change: 'typed.slice(0, limit)',
    feels: 'A name that is too long is cut off without a word.',
  },
  {
    file: 'app/http/forms/parse-form.server.ts',
    test: parsing,
    code: "if (typeof value === 'string' && !isRepeated)",
    change: "if (typeof value === 'string')",
    feels: 'In lynx every press is refused.',
  },
  {
    ...headers,
    code: `    "frame-ancestors 'none'",\n`,
    change: '',
    feels: 'Another site shows the game in a frame and has its visitors press what they do not see.',
  },
]
