import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { mailLogin, openMailbox } from '#tests/support/mailbox.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let transport: ReturnType<typeof openTransport>

beforeEach(async () => {
  mailbox = await openMailbox({ refuses: 'nobody@example.org' })
  transport = openTransport(mailbox.url, { stepTimeout: 2_000 })
})
afterEach(async () => {
  transport.close()
  await mailbox.close()
})

const mail = {
  from: { name: 'Douze', address: 'notices@douze.example' },
  to: 'anna@example.org',
  subject: 'A subject\r\nBcc: all@example.org',
  text: 'Twelve points.',
  html: '<p>Twelve points.</p>',
  messageId: '<one@douze.example>',
  unsubscribeUrl: 'https://douze.example/mail/unsubscribe?token=x',
}

test('a mail arrives as text and HTML, with its id and one-click unsubscribe', async () => {
  expect(await transport.send(mail)).toEqual({ ok: true })
  const [arrived] = mailbox.mails
  expect(arrived?.text?.trim()).toBe('Twelve points.')
  expect(arrived?.html?.trim()).toBe('<p>Twelve points.</p>')
  expect(arrived?.messageId).toBe('<one@douze.example>')
  const header = (key: string) => arrived?.headers.find((each) => each.key === key)?.value
  expect(header('list-unsubscribe')).toBe(`<${mail.unsubscribeUrl}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a line break in a subject adds no header and no recipient', async () => {
  await transport.send(mail)
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.mails[0]?.bcc ?? []).toEqual([])
  expect(mailbox.mails[0]?.to).toEqual([{ name: '', address: 'anna@example.org' }])
})

test('a refused address is reported without its name, and the next mail is sent', async () => {
  const refused = await transport.send({ ...mail, to: 'nobody@example.org' })
  expect(refused).toEqual({
    ok: false,
    why: 'refused',
    reason: 'The mail server refused it (550).',
    answer: '550',
  })
  expect(await transport.send(mail)).toEqual({ ok: true })
  expect(mailbox.mails).toHaveLength(1)
})

test('another machine that offers no TLS gets neither the password nor the mail', async () => {
  // An address of this machine that is not taken for it.
  const other = await openMailbox({ host: '127.0.0.2' })
  const open = openTransport(Object.assign(new URL(other.url), mailLogin).href, { stepTimeout: 2_000 })
  try {
    expect(await open.send(mail)).toMatchObject({
      ok: false,
      why: 'server',
      reason: expect.stringContaining('it does not offer STARTTLS'),
    })
    expect([other.mails, other.clients]).toEqual([[], []])
  } finally {
    open.close()
    await other.close()
  }
})
