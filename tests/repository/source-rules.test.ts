import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/api/endpoints.ts'
import { findSlowPattern, findViolations, readSources } from '#tests/support/source-rules.ts'

/**
 * The cost of a request's text is linear in its length (docs/security.md): every text has a maximum length in its schema, one
 * bounded function normalizes it, and no regular expression takes quadratic time.
 */

/** Exceptions from the rules: file, code and reason. */
const exceptions: readonly [file: string, code: string, why: string][] = [
  ['app/game/text/normalize-text.ts', 'text.slice(0, limit).normalize(form)', 'the bounded function itself'],
  ['app/http/forms/fields.server.ts', 'z.string()', 'typedText: it truncates'],
  [
    'app/game/text/invisible-characters.ts',
    "new RegExp(legitimateUses.join('|'), 'gu')",
    'characters and their neighbours, in a name',
  ],
  [
    'app/services/news/removed-content.server.ts',
    String.raw`/<!--[\s\S]*?(?:-->|$)/g`,
    'an unclosed comment runs to the end, once',
  ],
  ['app/services/backup/database-file.server.ts', String.raw`/\s*\n\s*/g`, 'messages of SQLite'],
]

const found = readSources(['app', 'db']).flatMap(({ file, text }) => findViolations(file, text))

test('no source processes unbounded text in more than linear time', () => {
  const violations = found.filter(
    ({ place, code }) =>
      !exceptions.some(([file, exception]) => place.startsWith(`${file}:`) && code === exception),
  )
  expect(violations.map(({ place, reason, code }) => `${place}: ${reason}: ${code}`)).toEqual([])
})

test('every exception still exists', () => {
  const obsolete = exceptions.filter(
    ([file, exception]) =>
      !found.some(({ place, code }) => place.startsWith(`${file}:`) && code === exception),
  )
  expect(obsolete).toEqual([])
})

describe('the check', () => {
  test.each([
    /(\.data)+$/,
    /^[\s'"‘’“”]+|[\s'"‘’“”.]+$/g,
    /\/+$/,
    /\s+$/,
    /[^/]+\/?$/,
    /x*(?:y|$)/,
    /(a+)+b/,
    /^(\.[a-z]+)*$/,
    /^((a|b)*c)*$/,
    /(?:x{2,}y?)+/,
    /(^|a)(b|c+)$/,
    /\s*\n\s*/g,
    /[a-z]+@/,
  ])('catches %s', (expression) => {
    expect(findSlowPattern(String(expression))).not.toBeNull()
  })

  test.each([
    /^\d{1,15}$/,
    /^[\s'"]*delete[\s'".]*$/i,
    /\s+/g,
    /^-|-$/g,
    /(?:up|down):[A-Z]{2}$/,
    /^\/(?!\/)/,
    /[\]$]+x?/,
    /\$+/,
    /[ \t]*x/y,
    /\u{1F3F4}\p{Mn}+/u,
    /<\/?[a-z]+/g,
  ])('accepts %s', (expression) => {
    expect(findSlowPattern(String(expression))).toBeNull()
  })

  test.each([
    ['app/game/text/name.ts', "const name = typed.normalize('NFC').trim()"],
    ['app/auth/sign-in/redirect-target.ts', String.raw`const path = url.pathname.replace(/(\.data)+$/, '')`],
    ['app/auth/sign-in/redirect-target.ts', 'const path = new RegExp(word)'],
    ['app/auth/sign-in/redirect-target.ts', `const path = new RegExp(\`\${word}[.]+$\`)`],
    ['app/routes/consent.ts', "const form = z.object({ returnTo: z.string().default('/') })"],
    ['app/routes/game.team/form.server.ts', 'const text = z.string().min(1)'],
    ['app/routes/demo.clock.ts', 'const now = z.iso.datetime({ offset: true })'],
  ])('reports the line, in %s: %s', (file, line) => {
    expect(findViolations(file, `\n\n${line}\n`).map(({ place }) => place)).toEqual([`${file}:3`])
  })

  test.each([
    ['app/http/forms/idempotency-key.server.ts', "z.string().max(100).default('')"],
    ['app/http/forms/query.server.ts', String.raw`z.string().regex(/^\d{1,15}$/).transform(Number)`],
    ['app/routes/demo.clock.ts', 'boundedText(40).pipe(z.iso.datetime())'],
    ['app/config.server.ts', 'z.string()'],
  ])('accepts text that is bounded or not from visitors, in %s: %s', (file, line) => {
    expect(findViolations(file, line)).toEqual([])
  })
})

const json = z.looseObject({ type: z.string().optional() })

/** The paths of all texts of a JSON schema without a maximum length. */
function listUnbounded(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => listUnbounded(each, path))
  const parsed = json.safeParse(schema)
  if (!parsed.success) return []
  const { type, ...rest } = parsed.data
  const isBounded = ['maxLength', 'enum', 'const'].some((key) => key in rest)
  const inner = Object.entries(rest).flatMap(([key, value]) => listUnbounded(value, `${path}.${key}`))
  return type === 'string' && !isBounded ? [path, ...inner] : inner
}

test('every text of every endpoint has a maximum length in its schema', () => {
  expect(listUnbounded(z.toJSONSchema(z.object({ a: z.string(), b: z.string().max(1) })))).toEqual([
    '.properties.a',
  ])
  const bodies = endpoints.flatMap(({ method, path, body }) =>
    body ? [{ name: `${method} ${path}`, body }] : [],
  )
  expect(bodies.length).toBeGreaterThan(4)
  for (const { name, body } of bodies)
    expect(listUnbounded(z.toJSONSchema(body, { io: 'input' })), name).toEqual([])
})
