import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSongsBegun } from '#app/services/scoreboard/desk.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type App, type Fields, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { afterFinal, before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { buttonNamed } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Hiding results and opening them again (D38), by buttons: Anna with an account, a stranger with a cookie. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
const onAir = '2025-05-13T20:45:00Z'
const points = { NO: 50, PT: 50 }
const hiddenFirst = 'Results of the first semi-final are hidden'

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  anna = (await loginWithTeam(app, 'anna', { codes: ['NO', 'PT', 'AT', 'DE', 'SM', 'GR'] })).as
})
afterAll(() => app.close())

const open = (path: string, as = anna) => app.get(path, { as })

async function press(path: string, button: string, as = anna) {
  const page = await open(path, as)
  const answer = await app.press(page, button, {}, { as, headers: { Referer: page.url } })
  expect(answer.status).toBe(303)
  return answer
}

test('off by default, and not offered before a deadline', async () => {
  const page = await open('/game')
  expect(page.text).not.toContain('Watching later?')
  expect(buttonNamed((await open('/game/account')).html, 'Hide results')).toBeDefined()
})

test('offered on the dashboard from a deadline on, until it is answered', async () => {
  await app.setClock(onAir)
  expect((await open('/game')).text).toContain(
    'Points, ranks and tables wait until you ask. News still tells.',
  )
  const bjorn = await app.login('bjorn')
  await press('/game', 'Keep showing them', bjorn)
  expect((await open('/game', bjorn)).text).not.toContain('Watching later?')
  expect((await press('/game?page=1', 'Hide results')).location).toBe('/game?page=1')
  expect((await open('/game')).text).not.toContain('Watching later?')
  expect((await open('/game')).text).not.toContain('are hidden')
})

describe('once there are results', () => {
  test('nobody is on stage any more, whatever the results are', async () => {
    const songs = { gameId: world.contest.id, roundNumber: 1, from: 0, to: 11, clock: demoClock }
    expect(await changeSongsBegun(app.db, songs)).toEqual({ ok: true })
    const lightsOf = async (path: string) =>
      /aria-label="Your lights: [^"]*"/.exec((await open(path)).html)?.[0] ?? 'none'
    for (const path of ['/game', '/game/live'])
      expect(await lightsOf(path), path).toContain('San Marino on stage')
    await scoreRound(app, world, 1, { SM: 50 })
    const dark = await Promise.all(['/game', '/game/live'].map(lightsOf))
    expect(dark.join()).toContain('Portugal')
    expect(dark.join()).not.toMatch(/on stage|none/)
    expect((await open('/game/live')).text).not.toContain('On stage')
    await scoreRound(app, world, 1, { NO: 50 })
    expect(await Promise.all(['/game', '/game/live'].map(lightsOf))).toEqual(dark)
  })

  test('pages name the hidden round, and opening any shows nothing of it', async () => {
    await scoreRound(app, world, 1, points)
    for (const path of [
      '/game',
      '/game/results',
      '/game/live',
      '/game/leagues',
      '/game/compare?team=1',
      '/songs',
    ])
      expect((await open(path)).text, path).toContain(hiddenFirst)
    expect((await open('/game')).text).toContain('Ranks are hidden')
    expect((await open('/game/results')).text).toContain('Hidden Position 1 Norway')
    expect((await open('/game/results')).text).not.toContain('92.5')
    expect((await open('/news')).text).not.toContain('are hidden')
    expect((await open('/hide-results')).status).toBe(405)
    expect((await open('/game')).text).toContain(hiddenFirst)
  })

  test('the copy of the account leaves them out', async () => {
    const copy = (await open('/game/account/data')).html
    expect(JSON.parse(copy)).toMatchObject({
      account: { resultsChoice: { kind: 'hide', roundNumber: 0 } },
      browser: { results: { kind: 'hide' } },
      teams: [{ results: null }],
    })
  })

  test('a press shows them, on the same page and on both devices', async () => {
    const other = await app.login('anna')
    expect((await press('/game/results?round=1', 'Show results')).location).toBe('/game/results?round=1')
    for (const as of [anna, other]) {
      const page = await open('/game/results', as)
      expect(page.text).not.toContain('are hidden')
      expect(page.text).toContain('92.5')
    }
    expect(JSON.parse((await open('/game/account/data')).html)).toMatchObject({
      teams: [{ results: { points: 92.5 } }],
    })
  })

  test('later rounds stay hidden, and are opened one after another', async () => {
    await app.setClock(afterFinal)
    await scoreRound(app, world, 2, { AT: 50 })
    await scoreRound(app, world, 3, { NO: 300, AT: 400 })
    const page = await open('/game')
    expect(page.text).toContain('Results of the second semi-final are hidden')
    expect(page.text).toContain('Season result Hidden')
    expect(page.text).toContain('92.5')
    for (const fields of [
      { round: '3', year: '2025' },
      { round: '2', year: '2024' },
      { round: '1', year: '2025' },
    ])
      await app.post('/hide-results', { intent: 'reveal', ...fields }, { as: anna })
    expect((await open('/game')).text).toContain('Results of the second semi-final are hidden')
    const twice = { intent: 'reveal', year: '2025', round: '2' }
    await Promise.all([1, 2].map(() => app.post('/hide-results', twice, { as: anna })))
    expect((await open('/game')).text).toContain('Results of the grand final are hidden')
    await press('/game', 'Show results')
    expect((await open('/game')).text).not.toContain('hidden')
    expect((await open('/game')).text).toContain('Season result Rank #1')
  })

  test('turning the choice off shows everything, and on again hides everything', async () => {
    await press('/game/account', 'Show all results')
    expect(anna.cookie('results')).toBeUndefined()
    await press('/game/account', 'Hide results')
    expect((await open('/game/results')).text).toContain(hiddenFirst)
    await press('/game/account', 'Show all results')
    expect((await open('/game/results')).text).not.toContain('hidden')
  })
})

describe('a stranger', () => {
  const stranger = new Browser()

  test('hides results by a cookie, which signing out leaves', async () => {
    expect((await open('/songs', stranger)).text).toContain('Semi-final 1: Through · Final')
    expect((await press('/songs?show=1', 'Hide results', stranger)).location).toBe('/songs?show=1')
    const page = await open('/songs', stranger)
    expect(page.text).toContain(hiddenFirst)
    expect(page.text).not.toContain('Semi-final 1: Through · Final')
    expect((await open('/game', stranger)).text).not.toContain(hiddenFirst)
    await press('/game/account', 'Hide results')
    await app.post('/auth/sign-out', {}, { as: anna })
    expect((await open('/songs')).text).toContain(hiddenFirst)
  })

  test('opens them round by round, and shows all again', async () => {
    await press('/songs', 'Show results', stranger)
    expect((await open('/songs', stranger)).text).toContain('Results of the second semi-final are hidden')
    expect(stranger.cookie('results')).toBe('hide.2025.1')
    await press('/songs', 'Show all results', stranger)
    expect(stranger.cookieNames).not.toContain('results')
    expect((await open('/songs', stranger)).text).toContain('Semi-final 1: Through · Final')
  })
})

const refused: Fields[] = [
  {},
  { intent: 'reveal' },
  { intent: 'reveal', year: '2025', round: '0' },
  { intent: 'reveal', year: 'x', round: '1' },
  { intent: 'hide', returnTo: 'x'.repeat(100_000) },
  { intent: ['hide', 'show'] },
]
test.each(refused)('a form with %j changes nothing', async (fields) => {
  const as = await app.login('bjorn')
  const answer = await app.post('/hide-results', fields, { as })
  expect(answer.status).toBe(400)
  expect(as.cookieNames).not.toContain('results')
})

const form = 'application/x-www-form-urlencoded'
test.each([
  [413, 'What was sent is too large', form, `intent=hide&x=${'x'.repeat(256 * 1024)}`],
  [400, 'could not be understood', form, `intent=hide${'&x=1'.repeat(300)}`],
  [400, 'could not be understood', 'multipart/form-data; boundary=x', 'no form'],
  [415, 'of a type that is not accepted', 'text/plain', 'intent=hide'],
])('a form that cannot be read is refused with %i: %s', async (status, words, type, body) => {
  for (const path of ['/hide-results', '/consent']) {
    const as = await app.login('bjorn')
    const init = { method: 'POST', body, headers: { 'Content-Type': type } }
    const answer = await app.send(path, init, { as })
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    expect(as.cookieNames).not.toContain('results')
  }
})

test('a form of another site is refused as everywhere else', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' }
  const answer = await app.post('/hide-results', { intent: 'hide' }, { headers })
  expect([answer.status, answer.text.includes('did not come from this site')]).toEqual([403, true])
})

test.each(['//evil.example', 'https://evil.example/game', '/auth/sign-in', '/hide-results'])(
  'no form leads to %s',
  async (returnTo) => {
    const answer = await app.post('/hide-results', { intent: 'show', returnTo })
    expect(['/', '/game']).toContain(answer.location)
    const Referer = returnTo.startsWith('/') ? app.origin + returnTo : returnTo
    const other = await app.post('/hide-results', { intent: 'show' }, { headers: { Referer } })
    expect(['/', '/game', '/evil.example']).toContain(other.location)
  },
)
