import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signMailToken } from '#app/auth/mail-tokens.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { lockDatabase } from '#tests/support/databases.ts'
import { buttonNames, hrefOf, tagsOf } from '#tests/support/html.ts'
import { addConfirmedAddress, addressesOf, confirmLink, unsubscribeLink } from '#tests/support/mail-links.ts'
import { openWorld } from '#tests/support/world.ts'

/** The links in mails: followed by people without a session, by mail programs, and by scanners that press nothing. */
let app: App
let people = 0
let fan: { as: Browser; subject: string; address: string }

beforeAll(async () => {
  app = await openApp({ sendsMails: true })
  await openWorld(app)
})
beforeEach(async () => {
  people += 1
  const subject = `fan-${people}`
  fan = { as: await app.login(subject), subject, address: `${subject}@example.org` }
})
afterAll(() => app.close())

async function waitingAddress(): Promise<number> {
  await app.post('/game/notifications', { intent: 'ask', address: fan.address }, { as: fan.as })
  return (await addressesOf(app, fan.subject))[0]?.id ?? 0
}
const stored = () => addressesOf(app, fan.subject)
const tokenOf = (link: string) => link.split('token=')[1] ?? ''

describe('opening a link changes nothing', () => {
  test.each(['GET', 'HEAD'])('%s', async (method) => {
    const id = await waitingAddress()
    const before = await stored()
    for (const link of [confirmLink(id), unsubscribeLink(id, 'season')]) {
      expect((await app.send(link, { method })).status).toBe(200)
    }
    expect(before).toHaveLength(1)
    expect(await stored()).toEqual(before)
  })
})

describe('a link that confirms', () => {
  test('shows one button, contains no address, and is never cached', async () => {
    const page = await app.get(confirmLink(await waitingAddress()))
    expect(buttonNames(page.html)).toContain('Confirm address')
    expect(page.html).not.toContain(fan.address)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store, no-cache')
    expect(page.headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(tagsOf(page.html, 'script').filter((tag) => tag.has('src'))).toEqual([])
    expect(page.html).toContain('content="noindex"')
  })

  test('acts on its own address, regardless of the session', async () => {
    const id = await waitingAddress()
    const other = await app.login('somebody-else')
    const page = await app.get(confirmLink(id), { as: other })
    const pressed = await app.press(page, 'Confirm address', {}, { as: other })
    expect([pressed.status, pressed.location]).toEqual([303, '/notifications/confirm?done=1'])
    expect((await stored())[0]?.confirmed_at).not.toBeNull()
    expect(await addressesOf(app, 'somebody-else')).toEqual([])
    expect((await app.get('/game/notifications', { as: other })).html).not.toContain(fan.address)
  })

  test('says so when it was pressed before, and does nothing more', async () => {
    const id = await waitingAddress()
    const page = await app.get(confirmLink(id))
    await app.press(page, 'Confirm address')
    const before = await stored()
    expect((await app.press(page, 'Confirm address')).status).toBe(303)
    expect(await stored()).toEqual(before)
    const later = await app.get(confirmLink(id, 1))
    expect([later.status, later.text.includes('Address confirmed')]).toEqual([200, true])
  })

  test('is told from an old one, and from one whose address was changed', async () => {
    const id = await waitingAddress()
    const old = confirmLink(id, Date.now() - 1)
    const expired = await app.get(old)
    expect([expired.status, hrefOf(expired.html, 'Ask for a new link')]).toEqual([410, '/game/notifications'])
    expect((await app.post('/notifications/confirm', { token: tokenOf(old) })).status).toBe(410)
    expect((await stored())[0]?.confirmed_at).toBeNull()
    await app.post('/game/notifications', { intent: 'ask', address: 'moved@example.org' }, { as: fan.as })
    const gone = await app.post('/notifications/confirm', { token: tokenOf(confirmLink(id)) })
    expect([gone.status, gone.text.includes('does not work any more')]).toEqual([410, true])
    expect((await stored()).map(({ confirmed_at }) => confirmed_at)).toEqual([null])
  })

  test.each([
    ['none', () => ''],
    ['an altered one', (id: number) => `${tokenOf(confirmLink(id)).slice(0, -2)}xx`],
    ['one for another purpose', (id: number) => tokenOf(unsubscribeLink(id, 'season'))],
    ['one of another address', (id: number) => tokenOf(confirmLink(id)).replace(`.${id}.`, `.${id + 1}.`)],
    ['one with a line break', (id: number) => `${tokenOf(confirmLink(id))}\n`],
    ['a long one', () => 'x'.repeat(4_000)],
    ['a NUL', () => 'a\0b'],
  ])('with an invalid token does nothing: %s', async (_, tokenFor) => {
    const id = await waitingAddress()
    const token = tokenFor(id)
    const page = await app.get(`/notifications/confirm?${new URLSearchParams({ token })}`)
    expect([page.status, page.text.includes('This link is not complete')]).toEqual([400, true])
    expect((await app.post('/notifications/confirm', { token })).status).toBe(400)
    expect((await stored())[0]?.confirmed_at).toBeNull()
  })
})

describe('a link that unsubscribes', () => {
  test('shows one button and ends one kind of mail', async () => {
    const id = await addConfirmedAddress(app, fan)
    await app.post('/game/notifications', { intent: 'choices', season: 'on', reminder: 'on' }, { as: fan.as })
    const page = await app.get(unsubscribeLink(id, 'reminder'))
    expect(page.text).toContain('reminders before deadlines')
    const pressed = await app.press(page, 'Unsubscribe')
    expect(pressed.status).toBe(303)
    const next = await app.follow(pressed)
    expect([next.status, next.text.includes('You are unsubscribed')]).toEqual([200, true])
    expect((await stored())[0]).toMatchObject({ wants_season: 1, wants_reminder: 0 })
    const later = await app.get(unsubscribeLink(id, 'reminder'))
    expect(buttonNames(later.html)).not.toContain('Unsubscribe')
  })

  test('deletes an address without any kind of mail left', async () => {
    const id = await addConfirmedAddress(app, fan)
    const next = await app.follow(
      await app.press(await app.get(unsubscribeLink(id, 'season')), 'Unsubscribe'),
    )
    expect(next.status).toBe(200)
    expect(await stored()).toEqual([])
    const later = await app.get(unsubscribeLink(id, 'season'))
    expect([later.status, later.text.includes('Nothing to unsubscribe from')]).toEqual([410, true])
  })

  test('works as a one-click request of mail programs, without cookies or Origin, any number of times', async () => {
    const id = await addConfirmedAddress(app, fan)
    const link = unsubscribeLink(id, 'season')
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://mail.example' }
    for (let n = 0; n < 2; n += 1) {
      const answer = await app.post(link, { 'List-Unsubscribe': 'One-Click' }, { headers })
      expect([answer.status, answer.location]).toEqual([200, null])
    }
    expect(await stored()).toEqual([])
  })

  test('is pressed in both kinds of form that mail programs send', async () => {
    const link = unsubscribeLink(await addConfirmedAddress(app, fan), 'season')
    const body = new FormData()
    body.append('List-Unsubscribe', 'One-Click')
    const answer = await app.send(link, { method: 'POST', body })
    expect([answer.status, answer.text.includes('You are unsubscribed')]).toEqual([200, true])
    expect(await stored()).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['another word', { 'List-Unsubscribe': 'Two-Clicks' }],
    ['the word and another', { 'List-Unsubscribe': ['One-Click', 'Two-Clicks'] }],
  ])('is not used by a form with %s', async (_, fields) => {
    const link = unsubscribeLink(await addConfirmedAddress(app, fan), 'season')
    expect((await app.post(link, fields)).status).toBe(400)
    expect((await stored())[0]).toMatchObject({ wants_season: 1 })
  })

  test.each([
    ['altered', (id: number) => `${unsubscribeLink(id, 'season')}x`],
    ['for another purpose', (id: number) => unsubscribeLink(id, 'season').replace('=season', '=results')],
    ['of a confirmation', (id: number) => confirmLink(id).replace('confirm?', 'unsubscribe?')],
  ])('with a token that is %s ends nothing', async (_, linkFor) => {
    const id = await addConfirmedAddress(app, fan)
    expect((await app.get(linkFor(id))).status).toBe(400)
    const oneClick = await app.post(linkFor(id), { 'List-Unsubscribe': 'One-Click' })
    expect(oneClick.status).toBe(400)
    expect((await stored())[0]).toMatchObject({ wants_season: 1 })
  })

  test('ends nothing of somebody else', async () => {
    const id = await addConfirmedAddress(app, fan)
    const bjorn = { as: await app.login('bjorn'), subject: 'bjorn', address: `b${people}@example.org` }
    await addConfirmedAddress(app, bjorn)
    await app.post(unsubscribeLink(id, 'season'), { 'List-Unsubscribe': 'One-Click' }, { as: bjorn.as })
    expect((await addressesOf(app, 'bjorn'))[0]).toMatchObject({ wants_season: 1 })
  })
})

test('a failed write gets a message and Retry-After, and its button stays', async () => {
  const other = { as: await app.login('in-hand'), subject: 'in-hand', address: 'in-hand@example.org' }
  const confirmed = await addConfirmedAddress(app, other)
  const waiting = await waitingAddress()
  const confirmPage = await app.get(confirmLink(waiting))
  const unsubscribePage = await app.get(unsubscribeLink(confirmed, 'season'))
  const choices = { intent: 'choices', season: 'on', results: 'on' }
  const rows = async () => app.db.selectFrom('mail_addresses').selectAll().execute()
  const before = await rows()
  const release = await lockDatabase(app.location)
  const refused = [
    await app.press(confirmPage, 'Confirm address'),
    await app.press(unsubscribePage, 'Unsubscribe'),
    await app.post('/game/notifications', choices, { as: other.as }),
  ]
  await release()
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(answer.text).toContain('Nothing can be stored at the moment.')
  }
  expect(await rows()).toEqual(before)
  const [confirm, unsubscribe, saved] = refused
  if (!confirm || !unsubscribe || !saved) throw new Error('Not all were refused')
  expect((await app.press(saved, 'Save choices', {}, { as: other.as })).status).toBe(303)
  expect((await addressesOf(app, 'in-hand'))[0]).toMatchObject({ wants_results: 1 })
  expect((await app.press(confirm, 'Confirm address')).status).toBe(303)
  expect((await stored())[0]?.confirmed_at).not.toBeNull()
  expect((await app.press(unsubscribe, 'Unsubscribe')).status).toBe(303)
  expect((await addressesOf(app, 'in-hand'))[0]).toMatchObject({ wants_season: 0 })
})

test('neither tokens nor addresses reach the log', async () => {
  const lines = await app.logged(async () => {
    const id = await addConfirmedAddress(app, fan)
    const token = signMailToken({ purpose: 'season', addressId: id, expiresAt: 0 })
    await app.post('/notifications/unsubscribe', { token: `${token}x` }, { as: new Browser() })
    await app.get(`/notifications/unsubscribe?token=${token}`)
    await app.post('/game/notifications', { intent: 'ask', address: 'x'.repeat(400) }, { as: fan.as })
  })
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.join('\n')).not.toMatch(/token|@example|xxxx/)
})
