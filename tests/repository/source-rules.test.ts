import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#app/api/endpoints.ts'
import { findSlowPattern, findViolations, readSources } from '#tests/support/source-rules.ts'

/**
 * Nothing that one request brings costs more than its size allows (docs/security.md): what a visitor sends has a bound in its
 * schema, is brought into a normal form by one function that is bounded, and meets no expression that takes the square of
 * its length.
 */

/** What breaks a rule on purpose: the place, its code, and why it may. */
const excused: readonly [file: string, code: string, why: string][] = [
  ['app/game/text/normalize-text.ts', 'text.slice(0, limit).normalize(form)', 'the one function'],
  ['app/http/forms/fields.server.ts', 'z.string()', 'typedText: it cuts what is too long'],
  [
    'app/game/text/invisible-characters.ts',
    "new RegExp(legitimateUses.join('|'), 'gu')",
    'signs and what stands around them, in a name',
  ],
  [
    'app/services/news/removed-content.server.ts',
    String.raw`/<!--[\s\S]*?(?:-->|$)/g`,
    'a comment that nobody ends goes to the end, once',
  ],
  ['app/services/backup/database-file.server.ts', String.raw`/\s*\n\s*/g`, 'words of SQLite'],
]

const found = readSources(['app', 'db']).flatMap(({ file, text }) => findViolations(file, text))

test('no source reads unbounded text in a way that takes long', () => {
  const left = found.filter(
    ({ place, code }) => !excused.some(([file, excuse]) => place.startsWith(`${file}:`) && code === excuse),
  )
  expect(left.map(({ place, reason, code }) => `${place}: ${reason}: ${code}`)).toEqual([])
})

test('nothing is excused that is not there any more', () => {
  const gone = excused.filter(
    ([file, excuse]) => !found.some(({ place, code }) => place.startsWith(`${file}:`) && code === excuse),
  )
  expect(gone).toEqual([])
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
  ])('takes %s', (expression) => {
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
  ])('tells where, in %s: %s', (file, line) => {
    expect(findViolations(file, `\n\n${line}\n`).map(({ place }) => place)).toEqual([`${file}:3`])
  })

  test.each([
    ['app/http/forms/idempotency-key.server.ts', "z.string().max(100).default('')"],
    ['app/http/forms/query.server.ts', String.raw`z.string().regex(/^\d{1,15}$/).transform(Number)`],
    ['app/routes/demo.clock.ts', 'boundedText(40).pipe(z.iso.datetime())'],
    ['app/config.server.ts', 'z.string()'],
  ])('takes what is bounded, or is no visitor’s, in %s: %s', (file, line) => {
    expect(findViolations(file, line)).toEqual([])
  })
})

const json = z.looseObject({ type: z.string().optional() })

/** The paths of all texts of a JSON schema that have no bound. */
function unbounded(schema: unknown, path = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => unbounded(each, path))
  const read = json.safeParse(schema)
  if (!read.success) return []
  const { type, ...rest } = read.data
  const isBounded = ['maxLength', 'enum', 'const'].some((key) => key in rest)
  const inner = Object.entries(rest).flatMap(([key, value]) => unbounded(value, `${path}.${key}`))
  return type === 'string' && !isBounded ? [path, ...inner] : inner
}

test('every text of every call has a bound in its schema', () => {
  expect(unbounded(z.toJSONSchema(z.object({ a: z.string(), b: z.string().max(1) })))).toEqual([
    '.properties.a',
  ])
  const bodies = endpoints.flatMap(({ method, path, body }) =>
    body ? [{ name: `${method} ${path}`, body }] : [],
  )
  expect(bodies.length).toBeGreaterThan(4)
  for (const { name, body } of bodies)
    expect(unbounded(z.toJSONSchema(body, { io: 'input' })), name).toEqual([])
})
