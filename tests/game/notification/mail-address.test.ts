import { describe, expect, test } from 'vitest'
import { parseMailAddress, toMailbox } from '#app/game/notification/mail-address.ts'

describe('an address is taken', () => {
  test.each([
    ['anna@example.org', 'anna@example.org'],
    [`anna@example.org${' '.repeat(304)}`, 'anna@example.org'],
    ['  anna@example.org\n', 'anna@example.org'],
    ['Anna.B+douze@Mail.Example.ORG', 'Anna.B+douze@mail.example.org'],
    ["o'hara@example.co.uk", "o'hara@example.co.uk"],
    ['anna@bücher.example', 'anna@bücher.example'],
    ['anna@Ｅｘａｍｐｌｅ．𝐨rg', 'anna@example.org'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%j as %j', (typed, address) => {
    expect(parseMailAddress(typed)).toEqual({ ok: true, address })
  })
})

describe('what is no address is refused', () => {
  test.each([
    ['', 'missing'],
    [' \t\n', 'missing'],
    [`${'a'.repeat(250)}@example.org`, 'too-long'],
    [`anna@example.org${' '.repeat(305)}`, 'too-long'],
    ['.@example.org', 'malformed'],
    ['anna.@example.org', 'malformed'],
    [`${'a'.repeat(65)}@example.org`, 'malformed'],
    ['anna', 'malformed'],
    ['anna@localhost', 'malformed'],
    ['anna@127.0.0.1', 'malformed'],
    ['anna@[127.0.0.1]', 'malformed'],
    ['anna@example.org\r\nBcc: all@example.org', 'malformed'],
    ['anna@example.org,bjorn@example.org', 'malformed'],
    ['Anna <anna@example.org>', 'malformed'],
    ['"anna b"@example.org', 'malformed'],
    ['anna@bjorn@example.org', 'malformed'],
    ['anna..b@example.org', 'malformed'],
    ['.anna@example.org', 'malformed'],
    ['anna@-example.org', 'malformed'],
    ['anna@example..org', 'malformed'],
    ['anna\0@example.org', 'malformed'],
    ['anna\uD800@example.org', 'malformed'],
    ['änna@example.org', 'malformed'],
    ['ａnna@example.org', 'malformed'],
    ['anna@1.0x1', 'malformed'],
    ['anna@xn--99999999.bücher', 'malformed'],
  ])('%j: %s', (typed, problem) => {
    expect(parseMailAddress(typed)).toEqual({ ok: false, problem })
  })
})

test.each(['Anna@example.org', 'anna+1@example.org', 'anna+a+b@EXAMPLE.org', 'anna@ｅｘａｍｐｌｅ.org'])(
  '%s is a way to write to one mailbox',
  (spelled) => {
    expect(toMailbox(spelled)).toBe('anna@example.org')
  },
)

test('a name in its own letters and as DNS spells it is one mailbox, too', () => {
  expect(toMailbox('anna@xn--bcher-kva.example')).toBe(toMailbox('anna@bücher.example'))
  expect(toMailbox('anna@bucher.example')).not.toBe(toMailbox('anna@bücher.example'))
})
