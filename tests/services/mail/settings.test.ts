import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/**
 * Mail settings in the environment; that the server reports invalid ones and exits is tested in
 * start-and-stop.test.ts.
 */
beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

const goodUrl = 'smtps://douze:sesame@mail.example'
const goodFrom = 'Douze <douze@example.org>'
const clear = /^Douze cannot start\. /

async function read(smtpUrl: string, mailFrom: string) {
  vi.stubEnv('SMTP_URL', smtpUrl)
  vi.stubEnv('MAIL_FROM', mailFrom)
  const { config } = await import('#app/config.server.ts')
  return config.mail
}

describe('a mail server', () => {
  test.each([
    goodUrl,
    'smtp://mail.example:587',
    'smtp://127.0.0.1:2525/',
    'smtp://[::1]:25',
    'smtp://localhost',
    'smtps://douze%40example.org:p%25%40%2F@mail.example:465',
  ])('is understood: %s', async (smtpUrl) => {
    expect(await read(smtpUrl, goodFrom)).toMatchObject({ smtpUrl })
  })

  test.each([
    ['no address', 'mail.example'],
    ['no host', 'smtp://douze:sesame@'],
    ['with https', 'https://douze:sesame@mail.example'],
    ['with a path', 'smtp://douze:sesame@mail.example/inbox'],
    ['with options', 'smtp://douze:sesame@mail.example?requireTLS=false'],
    ['with a fragment', 'smtp://douze:sesame@mail.example#tls'],
    ['with an invalid port', 'smtp://douze:sesame@mail.example:99999'],
    ['at port 0', 'smtp://douze:sesame@mail.example:0'],
    ['with a NUL in its name', 'smtp://douze:sesame@ma%00il.example'],
    ['with a slash in its password', 'smtp://douze:ses/ame@mail.example'],
    ['of spaces', '   '],
  ])('is refused by its name, without its password: %s', async (_, smtpUrl) => {
    const error: unknown = await read(smtpUrl, goodFrom).catch((reason) => reason)
    expect(error).toMatchObject({ message: expect.stringMatching(clear) })
    expect(inspect(error)).toContain('SMTP_URL: smtps://user:password@host:465')
    expect(inspect(error)).not.toMatch(/sesame|ame@/)
  })
})

describe('a sender', () => {
  test.each([
    [goodFrom, { name: 'Douze', address: 'douze@example.org' }],
    ['douze@Example.ORG', { name: 'Douze', address: 'douze@example.org' }],
    [' Zwölf Punkte  <douze@example.org> ', { name: 'Zwölf Punkte', address: 'douze@example.org' }],
  ])('is understood: %s', async (mailFrom, from) => {
    expect(await read(goodUrl, mailFrom)).toMatchObject({ from })
  })

  test.each([
    ['no address', 'Douze'],
    ['two addresses', 'a@example.org, b@example.org'],
    ['a header behind a line break', 'Douze\r\nBcc: all <douze@example.org>'],
    ['a quoted name', '"Douze" <douze@example.org>'],
    ['an incomplete address', 'Douze <douze@example.org'],
    ['a host without a domain', 'Douze <douze@localhost>'],
  ])('is refused by its name: %s', async (_, mailFrom) => {
    const error: unknown = await read(goodUrl, mailFrom).catch((reason) => reason)
    expect(error).toMatchObject({ message: expect.stringMatching(clear) })
    expect(inspect(error)).toContain('MAIL_FROM must be an address')
    expect(inspect(error)).not.toContain('sesame')
  })
})

test.each([
  [goodUrl, ''],
  ['', goodFrom],
])('one without the other is refused: %j and %j', async (smtpUrl, mailFrom) => {
  await expect(read(smtpUrl, mailFrom)).rejects.toThrow('SMTP_URL and MAIL_FROM are set together')
})

test('with neither, mail is disabled', async () => {
  expect(await read('', '')).toBeUndefined()
})
