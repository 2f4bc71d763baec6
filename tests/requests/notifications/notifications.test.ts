import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { queueMails } from '#db/mail/outbox.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { afterEnd, before, expireSessions, loginWithTeam } from '#tests/support/game-steps.ts'
import { buttonNames, fieldNamed, hrefOf, tagsOf, textOfId, toastsOf } from '#tests/support/html.ts'
import { addConfirmedAddress, addressesOf, confirmLink } from '#tests/support/mail-links.ts'
import { openWorld } from '#tests/support/world.ts'

const here = '/game/notifications'
let app: App

beforeAll(async () => {
  app = await openApp({ sendsMails: true })
  await openWorld(app)
})
afterAll(() => app.close())

const ask = (as: Browser, address: string) => app.post(here, { intent: 'ask', address }, { as })
const confirmations = async () =>
  app.db.selectFrom('outbox').select(['address_id', 'state']).where('kind', '=', 'confirm').execute()

function tickedOn(html: string): string[] {
  return tagsOf(html, 'input')
    .filter((input) => input.get('type') === 'checkbox' && input.has('checked'))
    .map((input) => input.get('name') ?? '')
}

describe('the address', () => {
  test('is requested, confirmed by its link, changed, and deleted', async () => {
    const as = await app.login('whole-way')
    const empty = await app.get(here, { as })
    expect(empty.status).toBe(200)
    expect(empty.text).toContain('Before a deadline, only if my line-up is not set')
    expect(tagsOf(empty.html, 'script').filter((tag) => tag.has('src'))).toEqual([])

    const asked = await app.press(empty, 'Send the link', { address: ' Fan@Example.ORG ' }, { as })
    expect([asked.status, asked.location]).toEqual([303, here])
    const waiting = await app.get(here, { as })
    expect(toastsOf(waiting.html).join()).toContain('The link is on its way')
    expect(waiting.text).toContain('Fan@example.org Waiting')
    expect(waiting.html).not.toContain('type="checkbox"')
    const [stored] = await addressesOf(app, 'whole-way')
    expect(stored).toMatchObject({ address: 'Fan@example.org', confirmed_at: null, wants_season: 0 })
    expect(await confirmations()).toContainEqual({ address_id: stored?.id, state: 'waiting' })

    const link = await app.get(confirmLink(stored?.id ?? 0))
    await app.press(link, 'Confirm address')
    const confirmed = await app.get(here, { as })
    expect(confirmed.text).toContain('Fan@example.org Confirmed')
    expect(tickedOn(confirmed.html)).toEqual(['season'])

    const chosen = await app.press(confirmed, 'Save choices', { results: 'on' }, { as })
    expect(chosen.status).toBe(303)
    expect(tickedOn((await app.get(here, { as })).html)).toEqual(['season', 'results'])

    const change = await app.get(`${here}?change=1`, { as })
    await app.press(change, 'Send the link', { address: 'new@example.org' }, { as })
    const both = await app.get(here, { as })
    expect(both.text).toContain('Fan@example.org Confirmed')
    expect(both.text).toContain('new@example.org Waiting')
    const [, second] = await addressesOf(app, 'whole-way')
    await app.press(await app.get(confirmLink(second?.id ?? 0)), 'Confirm address')
    expect(await addressesOf(app, 'whole-way')).toMatchObject([
      { address: 'new@example.org', wants_season: 1, wants_reminder: 0, wants_results: 1 },
    ])
    expect((await app.get(confirmLink(stored?.id ?? 0))).status).toBe(410)

    const removed = await app.press(await app.get(here, { as }), 'Remove address', {}, { as })
    expect(removed.status).toBe(303)
    const gone = await app.get(here, { as })
    expect(toastsOf(gone.html).join()).toContain('Address removed')
    expect(gone.html).not.toContain('example.org Confirmed')
    expect(await addressesOf(app, 'whole-way')).toEqual([])
  })

  test.each([
    ['nothing', '   ', 'Please enter'],
    ['no address', 'fan', 'looks like'],
    ['two addresses', 'a@example.org, b@example.org', 'looks like'],
    ['a header behind a line break', 'a@example.org\r\nBcc: b@example.org', 'looks like'],
    ['a NUL', 'a\0@example.org', 'looks like'],
    ['markup', '<b>a</b>@example.org', 'looks like'],
    ['a comment', 'a(b)@example.org', 'looks like'],
    ['a machine by number', 'a@[127.0.0.1]', 'looks like'],
    ['one too long', `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(140)}.org`, '254 characters'],
  ])('is refused with a message and the typed value: %s', async (_, typed, words) => {
    const as = await app.login('mistyped')
    const refused = await ask(as, typed)
    expect(refused.status).toBe(422)
    const field = fieldNamed(refused.html, 'E-mail address')
    expect(field?.get('aria-invalid')).toBe('true')
    expect(field?.get('value')).toBe(typed.replaceAll('\0', ''))
    const described = field?.get('aria-describedby')?.split(' ').at(-1) ?? ''
    expect(textOfId(refused.html, described)).toContain(words)
    expect(await addressesOf(app, 'mistyped')).toEqual([])
  })

  test('is asked for anew once two mails were refused as for nobody, until one arrives', async () => {
    const as = await app.login('moved-away')
    const addressId = await addConfirmedAddress(app, {
      as,
      subject: 'moved-away',
      address: 'old@example.org',
    })
    const [{ manager_id = 0 } = {}] = await app.db
      .selectFrom('mail_addresses')
      .select('manager_id')
      .where('id', '=', addressId)
      .execute()
    const tried = async (cause: string, reason: string | null) => {
      await queueMails(app.db, [{ managerId: manager_id, addressId, cause, kind: 'results', now: 1 }])
      await app.db
        .updateTable('outbox')
        .set({ state: reason === null ? 'sent' : 'failed', reason })
        .where('manager_id', '=', manager_id)
        .where('cause', '=', cause)
        .execute()
      return app.get(here, { as })
    }
    const unknown = 'The mail server refused it (550 5.1.1).'
    await tried('one', unknown)
    expect((await tried('two', 'The mail server refused it (554 5.7.1).')).text).toContain('org Confirmed')
    expect((await tried('three', unknown)).text).toContain('org Confirmed')
    const shown = await tried('four', unknown)
    expect(shown.text).toContain('old@example.org Refused The last two mails came back')
    expect(shown.text).not.toContain('Mails replace the notices')
    expect(buttonNames(shown.html)).toContain('Remove address')
    const change = await app.get(`${here}?change=1`, { as })
    expect(fieldNamed(change.html, 'New e-mail address')).toBeDefined()
    expect(hrefOf(shown.html, 'Change address')).toBe(`${here}?change=1`)
    expect((await tried('five', null)).text).toContain('old@example.org Confirmed')
  })

  test('of a hundred kilobytes is refused, and the page stays small', async () => {
    const as = await app.login('mistyped')
    const refused = await ask(as, `${'a'.repeat(100_000)}@example.org`)
    expect(refused.status).toBe(422)
    expect(refused.html.length).toBeLessThan(60_000)
  })

  test('is the one of the provider, offered and not stored', async () => {
    const managerId = await ensureManager(app.db, { issuer: app.origin, subject: 'told', now: 1 })
    const claims = Buffer.from(JSON.stringify({ sub: 'told', email: 'told@example.org' })).toString(
      'base64url',
    )
    const start = { managerId, isAdmin: false, idToken: `e30.${claims}.x`, now: Date.now() }
    const { cookieHeader } = await createSession(app.db, start)
    const as = new Browser()
    as.setCookie(cookieHeader.split('=')[0] ?? '', cookieHeader.split('=')[1] ?? '')
    const page = await app.get(here, { as })
    expect(fieldNamed(page.html, 'E-mail address')?.get('value')).toBe('told@example.org')
    expect(page.text).toContain('Your identity provider told us this one')
    expect(await addressesOf(app, 'told')).toEqual([])
    const sessions = await app.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(sessions)).not.toContain('told@example.org')
  })

  test('that is confirmed already is told so, and one that waits can be forgotten alone', async () => {
    const as = await app.login('twice')
    await addConfirmedAddress(app, { as, subject: 'twice', address: 'twice@example.org' })
    const again = await ask(as, 'twice@example.org')
    expect([again.status, again.text.includes('This address is confirmed')]).toEqual([422, true])
    await ask(as, 'other@example.org')
    const both = await app.get(here, { as })
    const left = await app.press(both, 'Forget this one', {}, { as })
    expect(left.status).toBe(303)
    expect((await addressesOf(app, 'twice')).map(({ address }) => address)).toEqual(['twice@example.org'])
  })
})

describe('links', () => {
  test('asked for twice in a minute go out once', async () => {
    const as = await app.login('double')
    await ask(as, 'double@example.org')
    await ask(as, 'double@example.org')
    const [address, ...more] = await addressesOf(app, 'double')
    expect(more).toEqual([])
    const mails = (await confirmations()).filter((mail) => mail.address_id === address?.id)
    expect(mails).toHaveLength(1)
  })

  test('asked for again after a minute go out again, and both work', async () => {
    const as = await app.login('again')
    await ask(as, 'again@example.org')
    const [address] = await addressesOf(app, 'again')
    await app.db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 61_000, state: 'sent' })
      .where('address_id', '=', address?.id ?? 0)
      .execute()
    await app.press(await app.get(here, { as }), 'Send the link again', {}, { as })
    const mails = (await confirmations()).filter((mail) => mail.address_id === address?.id)
    expect(mails.map(({ state }) => state).sort()).toEqual(['sent', 'waiting'])
    expect((await addressesOf(app, 'again'))[0]?.id).toBe(address?.id)
  })

  test('are five an hour for each manager', async () => {
    const as = await app.login('flooder')
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(as, `victim${n}@example.org`)).status)
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  })

  test('are three a day to one mailbox, whoever asks and however it is spelt', async () => {
    const statuses = []
    for (const typed of ['v@example.com', 'V@ｅxample.com', 'v+1@example.com', 'v@example.𝐜𝐨𝐦']) {
      const as = await app.login(`crowd ${typed}`)
      const answer = await ask(as, typed)
      statuses.push(answer.status)
      if (answer.status !== 429) continue
      expect(toastsOf(answer.html).join()).toContain('Too many links')
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([303, 303, 303, 429])
  })
})

describe('the zone of times in mails', () => {
  /** Somebody with an address, asked for where the browser told a zone, and what is stored of it. */
  async function traveller(subject: string) {
    const as = await app.login(subject)
    as.setCookie('tz', 'Europe%2FLondon')
    await addConfirmedAddress(app, { as, subject, address: `${subject}@example.org` })
    const zones = async () => (await addressesOf(app, subject)).map(({ time_zone }) => time_zone)
    expect(await zones()).toEqual(['Europe/London'])
    const form = await app.get('/game/time-zone', { as })
    return { as, zones, press: (button: string, zone = '') => app.press(form, button, { zone }, { as }) }
  }

  test('is the one that was chosen, and the browser’s again once the choice is given back', async () => {
    const { as, zones, press } = await traveller('chooser')
    await press('Save time zone', 'tokyo')
    expect(await zones()).toEqual(['Asia/Tokyo'])
    await press('Use my browser’s')
    expect(await zones()).toEqual(['Europe/London'])
    await press('Use Basel time')
    expect(await zones()).toEqual([null])
    as.setCookie('tz', 'Europe%2FAtlantis')
    await press('Use my browser’s')
    expect(await zones()).toEqual([null])
  })

  const usedLongAgo = () =>
    app.db
      .updateTable('sessions')
      .set({ last_seen_at: Date.now() - 300_000 })
      .execute()

  test('stays the one that was chosen by the first request in a long time', async () => {
    const { zones, press } = await traveller('returner')
    await usedLongAgo()
    await press('Save time zone', 'tokyo')
    const countUnused = async () => {
      const old = app.db
        .selectFrom('sessions')
        .where('last_seen_at', '<', Date.now() - 200_000)
        .select('id_hash')
      return (await old.execute()).length
    }
    const others = (await app.db.selectFrom('sessions').select('id_hash').execute()).length - 1
    await expect.poll(countUnused, { timeout: 10_000 }).toBe(others)
    expect(await zones()).toEqual(['Asia/Tokyo'])
  })

  test('goes along to another address, also from a browser that says none', async () => {
    const { zones } = await traveller('mover')
    const silent = await app.login('mover')
    await ask(silent, 'moved@example.org')
    expect(await zones()).toEqual(['Europe/London', 'Europe/London'])
    await app.post(here, { intent: 'choices', season: 'on' }, { as: silent })
    expect(await zones()).toEqual(['Europe/London', 'Europe/London'])
  })

  test.each([
    ['the zone of the browser that was used last', { tz: 'America%2FSt_Johns' }, 'America/St_Johns'],
    ['the zone that was chosen there', { tz: 'UTC', zone: 'Asia%2FTokyo' }, 'Asia/Tokyo'],
    ['the host city’s, chosen there', { tz: 'UTC', zone: 'host' }, null],
    ['what it was, where the browser says nothing', {}, 'Europe/London'],
    ['what it was, where the browser says nonsense', { tz: 'Mars' }, 'Europe/London'],
  ])('follows %s', async (what, cookies, zone) => {
    const subject = what.replaceAll(/\W+/g, '-')
    const { zones } = await traveller(subject)
    const elsewhere = await app.login(subject)
    for (const [name, value] of Object.entries(cookies)) elsewhere.setCookie(name, value)
    await usedLongAgo()
    expect((await app.get('/game', { as: elsewhere })).status).toBe(200)
    expect(await zones()).toEqual([zone])
  })
})

describe('permissions', () => {
  test('a visitor without a session is asked to sign in', async () => {
    const page = await app.get(here)
    expect([page.status, page.text.includes('Authentication required')]).toEqual([401, true])
  })

  test('a session that ended leads back with what was typed or ticked', async () => {
    const as = await app.login('sleepy')
    await addConfirmedAddress(app, { as, subject: 'sleepy', address: 'sleepy@example.org' })
    await expireSessions(app, 'sleepy')
    const typed = await ask(as, 'kept@example.org')
    const ticked = await app.post(here, { intent: 'choices', reminder: 'on', results: 'on' }, { as })
    expect([typed.status, ticked.status]).toEqual([303, 303])
    const back = await app.login('sleepy')
    const page = await app.get(typed.location ?? '', { as: back })
    expect(fieldNamed(page.html, 'New e-mail address')?.get('value')).toBe('kept@example.org')
    const boxes = await app.get(ticked.location ?? '', { as: back })
    expect(tickedOn(boxes.html)).toEqual(['reminder', 'results'])
    expect((await addressesOf(app, 'sleepy'))[0]).toMatchObject({ wants_season: 1, wants_results: 0 })
  })

  test('choices without a confirmed address are not stored, and told so', async () => {
    const as = await app.login('addressless')
    const answer = await app.post(here, { intent: 'choices', season: 'on' }, { as })
    const next = await app.follow(answer, { as })
    expect(toastsOf(next.html).join()).toContain('Choices not saved')
  })

  test.each([
    ['an unknown deed', { intent: 'everything' }],
    ['a box that says more', { intent: 'choices', season: 'yes' }],
    ['an address twice', { intent: 'ask', address: ['a@example.org', 'b@example.org'] }],
  ])('an invalid form is refused: %s', async (_, fields) => {
    expect((await app.post(here, fields, { as: await app.login('crafty') })).status).toBe(400)
  })
})

describe('the ways there', () => {
  test('lead from the dashboard, the account and the banner, and back from signing in', async () => {
    const as = await app.login('wanderer')
    await app.setClock(afterEnd)
    try {
      const dashboard = await app.get('/game', { as })
      expect(hrefOf(dashboard.html, 'Notifications')).toBe(here)
      expect(hrefOf(dashboard.html, 'notified')).toBe(here)
      expect(dashboard.text).toContain('You will be notified when the next game begins. Give an address')
      expect(hrefOf(dashboard.html, 'Give an address')).toBe(here)
      expect(hrefOf((await app.get('/game/account', { as })).html, 'Manage notifications')).toBe(here)
      const songs = await app.get('/songs')
      const signUp = await app.press(songs, 'Sign up')
      expect(songs.text).toContain('Sign up to be notified when the next game begins.')
      expect(songs.html).toContain(`name="redirectTo" value="${here}"`)
      expect(signUp.status).not.toBe(400)
    } finally {
      await app.setClock(before)
    }
  })
})

describe('notices on the site', () => {
  const soon = '2025-05-13T18:00:00Z'
  const reminder = 'First semi-final closes soon'

  test('are on the dashboard for managers without an address, until they are dismissed', async () => {
    await app.setClock(soon)
    try {
      const as = await app.login('dora')
      const page = await app.get('/game', { as })
      expect(page.text).toContain(reminder)
      const away = await app.press(page, `Dismiss: ${reminder}`, {}, { as })
      expect([away.status, away.location]).toEqual([303, '/game'])
      expect((await app.get('/game', { as })).text).not.toContain(reminder)
      expect((await app.get('/game', { as: await app.login('eve') })).text).toContain(reminder)
    } finally {
      await app.setClock(before)
    }
  })

  test('are not shown to who has a confirmed address, nor when there is nothing to tell', async () => {
    const { as } = await loginWithTeam(app, 'mailed')
    expect((await app.get('/game', { as })).html).not.toContain('aria-label="Notices"')
    await addConfirmedAddress(app, { as, subject: 'mailed', address: 'mailed@example.org' })
    await app.setClock(soon)
    try {
      expect((await app.get('/game', { as })).text).not.toContain(reminder)
    } finally {
      await app.setClock(before)
    }
  })

  test('only a shown notice can be dismissed', async () => {
    const as = await app.login('inventor')
    const away = await app.post(
      here,
      { intent: 'dismiss', cause: 'season:99', returnTo: '//evil.example' },
      { as },
    )
    expect([away.status, away.location]).toEqual([303, here])
    const rows = await app.db.selectFrom('dismissed_notices').select('cause').execute()
    expect(rows.map(({ cause }) => cause)).not.toContain('season:99')
  })
})

test('no address of anybody stands on the admin’s desk or in another manager’s copy', async () => {
  const ada = await app.login('ada', { isAdmin: true })
  const desk = await app.get('/admin', { as: ada })
  expect(desk.text).toContain('Confirmed addresses')
  expect(buttonNames(desk.html)).not.toContain('Send me a test mail')
  expect(desk.html).not.toMatch(/@example\.(org|com)/)
  const refused = await app.follow(await app.post('/admin/mails', {}, { as: ada }), { as: ada })
  expect(toastsOf(refused.html).join()).toContain('Confirm an address of your own')

  const stranger = await app.post('/admin/mails', {}, { as: await app.login('no-admin') })
  expect([stranger.status, stranger.text.includes('You may not do this.')]).toEqual([403, true])

  await addConfirmedAddress(app, { as: ada, subject: 'ada', address: 'ada@example.net' })
  const own = await app.get('/admin', { as: ada })
  expect(own.html).not.toContain('ada@example.net')
  const sent = await app.press(own, 'Send me a test mail', {}, { as: ada })
  const next = await app.follow(sent, { as: ada })
  expect(toastsOf(next.html).join()).toContain('Test mail on its way')
  const tests = await app.db.selectFrom('outbox').selectAll().where('kind', '=', 'test').execute()
  expect(tests).toHaveLength(1)
})

test('the copy of an account holds its addresses and mails, and deleting it takes them along', async () => {
  const as = await app.login('leaver')
  await addConfirmedAddress(app, { as, subject: 'leaver', address: 'leaver@example.org' })
  expect((await app.get('/game/account/data', { as })).json()).toMatchObject({
    addresses: [
      { address: 'leaver@example.org', choices: { season: true, reminder: false, results: false } },
    ],
    mails: [{ kind: 'confirm' }],
    dismissedNotices: [],
  })
  expect((await app.get('/game/account', { as })).text).toContain('leaver@example.org confirmed since')
  const question = await app.get('/game/account/delete', { as })
  await app.press(question, 'Delete my account', { confirm: 'delete' }, { as })
  const rows = await app.db.selectFrom('mail_addresses').select('address').execute()
  expect(rows.map(({ address }) => address)).not.toContain('leaver@example.org')
})
