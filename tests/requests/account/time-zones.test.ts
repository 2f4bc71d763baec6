import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  afterFinal,
  before,
  beforeFinal,
  between,
  expireSessions,
  loginWithTeam,
} from '#tests/support/game-steps.ts'
import { attributesOf, hrefOf, tagsOf, textOf } from '#tests/support/html.ts'
import { startClock } from '#tests/support/server-clock.ts'
import { openWorld } from '#tests/support/world.ts'

let app: App
let anna: Browser

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
  anna = (await loginWithTeam(app, 'anna')).as
})
afterAll(() => app.close())
beforeEach(() => app.setClock(before))

/** A browser of Anna's with cookies of its own. */
async function annaWith(cookies: Record<string, string>): Promise<Browser> {
  const as = await app.login('anna')
  for (const [name, value] of Object.entries(cookies)) as.setCookie(name, value)
  return as
}

/** The instants that a page's main content shows, as [datetime, text]. */
function timesOf(html: string): (readonly [string | undefined, string])[] {
  const [, main = ''] = html.split('<main')
  const found = main.matchAll(/(<time\b[^>]*>)([\s\S]*?)<\/time>/g)
  return [...found].map(([, tag = '', inside = '']) => [attributesOf(tag).get('dateTime'), textOf(inside)])
}

/** Semi-finals in the hours of both clock changes: one that does not exist, and one that occurs twice. */
const march = '2025-03-30T01:00:00.000Z'
const october = '2025-10-26T00:30:00.000Z'
const hourLater = '2025-10-26T01:30:00.000Z'

test.each([
  ['nothing', {}, 'Mar 30, 03:00 CEST', 'Oct 26, 02:30 CEST', 'Oct 26, 02:30 CET'],
  ['Zurich', { tz: 'Europe%2FZurich' }, 'Mar 30, 03:00 CEST', 'Oct 26, 02:30 CEST', 'Oct 26, 02:30 CET'],
  [
    'St John’s',
    { tz: 'America/St_Johns' },
    'Mar 29, 22:30 GMT-2:30',
    'Oct 25, 22:00 GMT-2:30',
    'Oct 25, 23:00 GMT-2:30',
  ],
  [
    'Kiritimati',
    { tz: 'Pacific%2FKiritimati' },
    'Mar 30, 15:00 GMT+14',
    'Oct 26, 14:30 GMT+14',
    'Oct 26, 15:30 GMT+14',
  ],
])('over both clock changes a browser that told %s sees the same instants', async (_, cookies, ...texts) => {
  const real = await app.db.selectFrom('rounds').select(['round_number', 'deadline_at']).execute()
  const move = async (round: number, at: number) => {
    await app.db.updateTable('rounds').set({ deadline_at: at }).where('round_number', '=', round).execute()
    await bumpVersion(app.db, 'game')
  }
  try {
    const isos = [march, october, hourLater]
    for (const [index, iso] of isos.entries()) await move(index + 1, Date.parse(iso))
    await app.setClock('2025-03-29T12:00:00Z')
    const as = await annaWith(cookies)
    const schedule = timesOf((await app.get('/game/leagues', { as })).html)
    expect(schedule.length).toBeGreaterThanOrEqual(3)
    for (const [index, iso] of isos.entries()) expect(schedule).toContainEqual([iso, texts[index]])
    for (const path of ['/game', '/game/team', '/game/lineup', '/game/time-zone']) {
      expect(timesOf((await app.get(path, { as })).html), path).toContainEqual([march, texts[0]])
    }
  } finally {
    for (const { round_number, deadline_at } of real) await move(round_number, deadline_at)
  }
})

describe('the zone of a visitor', () => {
  test.each([
    [{ zone: 'America%2FSt_Johns', tz: 'Europe%2FZurich' }, 'May 13, 16:30 GMT-2:30', 'chosen before told'],
    [{ zone: 'host', tz: 'Pacific%2FKiritimati' }, 'May 13, 21:00 CEST', 'the host city chosen'],
    [{ tz: 'Europe%2FAtlantis' }, 'May 13, 21:00 CEST', 'told a zone that is none'],
    [{ tz: '%E0%A4' }, 'May 13, 21:00 CEST', 'told broken text'],
    [{ tz: `${'x'.repeat(200)}` }, 'May 13, 21:00 CEST', 'told too much'],
    [{ zone: 'Mars', tz: 'America%2FSt_Johns' }, 'May 13, 16:30 GMT-2:30', 'chosen one that is none'],
  ])('%j: %s (%s)', async (cookies, text, why) => {
    const as = await annaWith(cookies)
    expect(timesOf((await app.get('/game/team', { as })).html), why).toContainEqual([
      '2025-05-13T19:00:00.000Z',
      text,
    ])
  })
})

describe('the form for the time zone', () => {
  const here = '/game/team?picks=AT.DE'
  const form = `/game/time-zone?returnTo=${encodeURIComponent(here)}`

  test('stores a zone in any spelling, redirects back to the page, and shows it there', async () => {
    const as = await annaWith({ tz: 'Europe%2FZurich' })
    const page = await app.get(form, { as })
    expect(page.text).toContain('Times are shown in Europe/Zurich, as your browser says.')
    const saved = await app.press(page, 'Save time zone', { zone: " st. john's " }, { as })
    expect([saved.status, saved.location]).toEqual([303, here])
    const team = await app.follow(saved, { as })
    expect(team.text).toContain('Time zone saved Times are now shown in America/St_Johns.')
    expect(team.text).toContain('Closes May 13, 16:30 GMT-2:30 · in 3 days')
    expect((await app.get(form, { as })).text).toContain('America/St_Johns, as you chose')
  })

  test('says what is wrong with a name that is none, keeps it, and stores nothing', async () => {
    const as = await annaWith({})
    const refused = await app.press(
      await app.get(form, { as }),
      'Save time zone',
      { zone: 'Atlantis' },
      { as },
    )
    expect(refused.status).toBe(422)
    expect(refused.headers.get('Cache-Control')).toBe('private, no-cache')
    const field = tagsOf(refused.html, 'input').find((input) => input.get('name') === 'zone')
    expect(field?.get('value')).toBe('Atlantis')
    expect(field?.get('aria-invalid')).toBe('true')
    expect(field?.get('aria-describedby')).toContain('zone-error')
    expect(refused.text).toContain('Time zone not found')
    expect(as.cookie('zone')).toBeUndefined()
    const mended = await app.press(refused, 'Save time zone', { zone: 'zurich' }, { as })
    expect([mended.status, mended.location]).toEqual([303, here])
  })

  test('is not thrown away for a character that nobody sees', async () => {
    const as = await annaWith({})
    const send = async (zone: string) =>
      app.press(await app.get(form, { as }), 'Save time zone', { zone }, { as })
    const refused = await send('Atlantis\0')
    expect(refused.status).toBe(422)
    const field = tagsOf(refused.html, 'input').find((input) => input.get('name') === 'zone')
    expect(field?.get('value')).toBe('Atlantis')
    const kept = await send('zurich\0')
    expect([kept.status, kept.location]).toEqual([303, here])
    expect(as.cookie('zone')).toBe('Europe%2FZurich')
  })

  test('clears the choice in favour of the browser or the host city', async () => {
    const as = await annaWith({ zone: 'UTC', tz: 'Europe%2FLondon' })
    const show = async () => (await app.get('/game/team', { as })).text
    expect(await show()).toContain('Closes May 13, 19:00 UTC · in 3 days')
    await app.press(await app.get(form, { as }), 'Use my browser’s', {}, { as })
    expect(await show()).toContain('Closes May 13, 20:00 BST · in 3 days')
    await app.press(await app.get(form, { as }), 'Use Basel time', {}, { as })
    expect(await show()).toContain('Closes May 13, 21:00 CEST · in 3 days')
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/news',
    '/gamer',
    '/auth/sign-out',
    '',
  ])('redirects from %j to the dashboard', async (returnTo) => {
    const as = await annaWith({})
    const saved = await app.post('/game/time-zone', { zone: 'UTC', returnTo }, { as })
    expect([saved.status, saved.location]).toEqual([303, '/game'])
  })

  test('shows the typed value again after the session has ended', async () => {
    const as = await annaWith({})
    const page = await app.get(form, { as })
    await expireSessions(app, 'anna')
    const ended = await app.press(page, 'Save time zone', { zone: 'Atlantis' }, { as })
    expect(ended.status).toBe(303)
    expect((await app.follow(ended, { as })).status).toBe(401)
    anna = await app.login('anna')
    const again = await app.follow(ended, { as: anna })
    const field = tagsOf(again.html, 'input').find((input) => input.get('name') === 'zone')
    expect(field?.get('value')).toBe('Atlantis')
    const saved = await app.press(again, 'Save time zone', { zone: 'UTC' }, { as: await annaWith({}) })
    expect(saved.location).toBe(here)
  })

  test('is linked from the abbreviation of each deadline, back to the page with its draft', async () => {
    const as = await annaWith({})
    const page = await app.get(here, { as })
    expect(hrefOf(page.html, 'Time zone: CEST')).toBe(form)
    expect(hrefOf((await app.get(form, { as })).html, 'Time zone: CEST'), 'not to itself').toBeUndefined()
    const account = await app.get('/game/account', { as })
    expect(hrefOf(account.html, 'Change the time zone')).toBe('/game/time-zone?returnTo=%2Fgame%2Faccount')
  })

  test('needs no script, and ships none', async () => {
    const page = await app.get(form, { as: await annaWith({}) })
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('<script')
    expect(tagsOf(page.html, 'option').length).toBeGreaterThan(300)
  })
})

describe('every page of the game shows the next deadline', () => {
  const first = /Closes May 13, 21:00 CEST · in 3 days/
  const second = /Closes May 15, 21:00 CEST · in 30 hours/
  const final = /Closes May 17, 21:00 CEST · in 6 hours/
  const none = /All rounds are closed\./

  test.each([
    [before, ['/game/team', '/game/lineup', '/game/leagues', '/game/time-zone'], first],
    [between, ['/game/lineup', '/game/results', '/game/leagues', '/game/time-zone'], second],
    [beforeFinal, ['/game/lineup', '/game/results', '/game/leagues', '/game/time-zone'], final],
    [afterFinal, ['/game/results', '/game/leagues', '/game/time-zone'], none],
  ])('at %s', async (now, paths, words) => {
    await app.setClock(now)
    const as = await annaWith({})
    for (const path of paths) expect((await app.get(path, { as })).text, path).toMatch(words)
  })

  test('the dashboard in its card, until the last deadline', async () => {
    const as = await annaWith({})
    const page = await app.get('/game', { as })
    expect(page.text).toContain(
      'Next Event First semi-final Round 1 of 3 33% Closes May 13, 21:00 CEST · in 3 days',
    )
    await app.setClock(afterFinal)
    const late = await app.get('/game', { as })
    expect(late.text).toContain('Final Round')
    expect(late.text).not.toMatch(/Closes|in \d+ (minutes?|hours?|days?)/)
  })

  test('a newcomer’s team page as well, and says so when there is nothing left to join', async () => {
    const as = await app.login('nina')
    await app.setClock(between)
    expect((await app.get('/game/team', { as })).text).toMatch(second)
    await app.setClock(afterFinal)
    expect((await app.get('/game/team', { as })).text).toMatch(none)
  })
})

test('the zone of the process changes nothing', async () => {
  const clock = startClock({ startsAt: Date.parse('2026-01-15T12:00:00Z') })
  const [east, west] = await Promise.all(
    ['Pacific/Kiritimati', 'America/St_Johns'].map((TZ) => readPages({ TZ, ...clock.env })),
  ).finally(() => vi.useRealTimers())
  expect(east?.['/game/lineup']).toContain('May 15, 21:00 CEST')
  expect(east).toEqual(west)
})

/** Pages of a server in an environment, without what differs with every response: nonce and form keys. */
async function readPages(env: Record<string, string>): Promise<Record<string, string>> {
  const other = await openApp({ now: '2025-05-12T12:00:30Z', env })
  await openWorld(other)
  await other.setClock('2025-05-12T12:00:30Z')
  const { as } = await loginWithTeam(other, 'anna')
  await other.setClock('2025-05-14T12:00:30Z')
  const pages: Record<string, string> = {}
  for (const path of ['/game', '/game/lineup', '/game/results', '/game/leagues', '/news', '/feed.xml']) {
    const { html } = await other.get(path, { as })
    const token = /\\"idempotencyToken\\",\\"([\w-]+)\\"/.exec(html)?.[1]
    const page = html.replace(/nonce="[\w-]+"/g, '')
    pages[path] = token ? page.replaceAll(token, '') : page
  }
  await other.close()
  return pages
}
