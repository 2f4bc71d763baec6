import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  affordableCodes,
  before,
  expireSessions,
  loginWithTeam,
  saveTeam,
  teamOf,
} from '#tests/support/game-steps.ts'
import { buttonNames, fieldNamed, findSubmission, hrefOf, textOfId } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Drafts of the team page in bad company: sessions that end, addresses made up by hand, forms nobody drew. */
let app: App

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

function sent(page: PageResponse) {
  return Object.fromEntries(findSubmission(page.html, 'Save Team')?.fields ?? [])
}

describe('a session that ends in the middle of an edit', () => {
  /** Presses a button after the session ran out, and signs in again by the card the press leads to. */
  async function pressTooLate(
    name: string,
    page: PageResponse,
    button: string,
    changes: Record<string, string> = {},
  ) {
    const as = await app.login(name)
    await expireSessions(app, name)
    const answer = await app.press(page, button, changes, { as })
    expect(answer.status).toBe(303)
    const card = await app.follow(answer, { as })
    expect(card.status).toBe(401)
    expect(card.text).toContain(
      'Authentication required Create a new account or sign in to access the game features and manage your team.',
    )
    const fields = Object.fromEntries(findSubmission(card.html, 'Sign in / Create account')?.fields ?? [])
    expect(fields.redirectTo).toBe(answer.location)
    return app.get(fields.redirectTo ?? '', { as: await app.login(name) })
  }

  test('a step redirects to the sign-in card with the same draft, and signing in shows it completely', async () => {
    const as = await app.login('sleepy')
    const page = await app.get('/game/team?picks=AT.GR&q=land', { as })
    const names = { teamName: 'Typed & kept?', managerName: 'Ö#+%' }
    const back = await pressTooLate('sleepy', page, 'Add Iceland', names)
    expect(back.status).toBe(200)
    expect(sent(back)).toMatchObject({ ...names, picks: 'AT.GR', q: 'land' })
  })

  test('Save Team too: nothing is stored, and saving again after signing in stores the draft', async () => {
    const as = await app.login('drowsy')
    const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
    const back = await pressTooLate('drowsy', page, 'Save Team', { teamName: 'Kept', managerName: 'D.' })
    expect(await teamOf(app, 'drowsy')).toBeUndefined()
    expect(sent(back)).toMatchObject({ teamName: 'Kept', picks: affordableCodes.join('.') })
    const again = await app.login('drowsy')
    expect((await app.press(back, 'Save Team', {}, { as: again })).status).toBe(303)
    expect(await teamOf(app, 'drowsy')).toMatchObject({ teamName: 'Kept', codes: affordableCodes })
  })

  test('emptied fields stay empty: the stored team does not return to the draft', async () => {
    const { as } = await loginWithTeam(app, 'emptier')
    const page = await app.get('/game/team?picks=', { as })
    expect(sent(page).picks).toBe('')
    const back = await pressTooLate('emptier', page, 'Add Latvia', { teamName: '' })
    expect(sent(back)).toMatchObject({ teamName: '', managerName: 'Someone', picks: '' })
  })

  test('behind the card are headings, countries and the deadline, and nothing of any team', async () => {
    await loginWithTeam(app, 'private', { teamName: 'Very private lamps', managerName: 'Priv' })
    const card = await app.get('/game/team')
    expect(card.text).toContain('Authentication required')
    expect(card.html).not.toContain('<script')
    const behind = card.html.slice(card.html.indexOf('inert=""'), card.html.indexOf('</main>'))
    for (const real of ['Team Selection', 'Your six', 'Albania', 'Zjerm', 'May 13, 21:00'])
      expect(behind).toContain(real)
    for (const path of [
      '/game',
      '/game/team',
      '/game/lineup',
      '/game/results',
      '/game/leagues',
      '/game/live',
    ]) {
      const { html } = await app.get(path)
      expect(html).not.toMatch(/Very private lamps|The Six Lights|A team of six|tonight|#118|The Song/)
    }
  })
})

describe('an address made up by hand shows the page, with what is possible in it:', () => {
  const long = 'x'.repeat(650)
  test.each([
    ['garbage', 'picks=%3Cscript%3E&details=%22%3E&focus=%27%3E&play=yes', ''],
    ['unknown countries', 'picks=US.AT.XX.constructor.__proto__', 'AT'],
    ['lower case', 'picks=at.gr', ''],
    ['the same again and again', 'picks=AT.AT.AT.AT.AT.AT.AT', 'AT'],
    ['more than six', 'picks=AT.GR.DE.NO.SM.PT.HR.AZ', affordableCodes.join('.')],
    ['empty places', 'picks=..AT...GR..', 'AT.GR'],
    ['NUL and half characters', 'picks=%00.AT&teamName=%ED%A0%80%00&q=%FF&details=%00', 'AT'],
    ['bad escapes', 'picks=%E0%A4%A.AT&teamName=%', 'AT'],
    ['4 kB of picks', `picks=AT.${'x'.repeat(4_000)}`, 'AT'],
    [
      '4 kB of everything',
      `teamName=${long}&managerName=${long}&q=${long}&details=${long}&focus=${long}&show=${long}`,
      '',
    ],
    ['repeated keys', 'picks=AT&picks=GR&teamName=A&teamName=B&details=AT&details=GR', 'AT'],
    ['names of objects', '__proto__=1&constructor=2&toString=3&hasOwnProperty', ''],
    ['play without details', 'play=1', ''],
    ['a hundred keys', Array.from({ length: 100 }, (_, i) => `k${i}=${i}`).join('&'), ''],
    ['over budget', 'picks=SE.AT.FR.BE.FI.IL', 'SE.AT.FR.BE.FI.IL'],
  ])('%s', async (_, query, picks) => {
    const as = await app.login('hand')
    const page = await app.get(`/game/team?${query}`, { as })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Team Selection')
    expect(sent(page).picks).toBe(picks)
    expect(buttonNames(page.html).filter((name) => name.startsWith('Remove '))).toHaveLength(
      picks === '' ? 0 : picks.split('.').length * (query.includes('q=') ? 1 : 2),
    )
    expect(page.html).not.toMatch(/<script>/)
    expect(page.html).not.toContain('<iframe')
  })

  test('an overdrawn draft says how much is missing, and is refused when saved', async () => {
    const as = await app.login('overdrawn')
    const page = await app.get('/game/team?picks=SE.AT.FR.BE.FI.IL&teamName=A&managerName=B', { as })
    expect(page.text).toContain('6 of 6 −€74M left')
    expect(textOfId(page.html, 'budget')).toBe('74M over. Take one out.')
    expect((await app.press(page, 'Save Team', {}, { as })).status).toBe(422)
    expect(await teamOf(app, 'overdrawn')).toBeUndefined()
  })

  test('the stored team is what an empty address shows', async () => {
    const { as } = await loginWithTeam(app, 'stored', { teamName: 'Stored' })
    expect(sent(await app.get('/game/team?nonsense', { as }))).toMatchObject({
      teamName: 'Stored',
      picks: affordableCodes.join('.'),
    })
  })
})

describe('a form that no page sends stores nothing and breaks nothing:', () => {
  test.each([
    ['no field at all', [], 303],
    ['an unknown intent', [['intent', 'destroy']], 400],
    [
      'two intents',
      [
        ['intent', 'search'],
        ['intent', 'save'],
      ],
      400,
    ],
    ['a country nobody knows', [['intent', 'add:US']], 422],
    ['a country of objects', [['intent', 'add:__proto__']], 422],
    ['no country', [['intent', 'add:']], 400],
    ['details of nothing', [['intent', 'details:US']], 303],
    [
      'picks twice',
      [
        ['intent', 'save'],
        ['picks', 'AT.GR.DE'],
        ['picks', 'NO.SM.PT'],
        ['teamName', 'A'],
        ['managerName', 'B'],
      ],
      400,
    ],
    ['a save without fields', [['intent', 'save']], 422],
    [
      '501 fields',
      [['intent', 'save'], ...Array.from({ length: 501 }, (_, i): [string, string] => [`f${i}`, 'x'])],
      400,
    ],
  ] satisfies [string, [string, string][], number][])('%s', async (_, fields, status) => {
    const as = await app.login('drawer')
    const answer = await app.post('/game/team', fields, { as })
    expect(answer.status).toBe(status)
    expect(await teamOf(app, 'drawer')).toBeUndefined()
  })

  test('a body that is no form: 400 or 415', async () => {
    const as = await app.login('drawer')
    for (const [type, status] of [
      ['application/json', 415],
      ['text/plain', 415],
      ['multipart/form-data; boundary=x', 400],
    ] as const) {
      const init = { method: 'POST', body: '{"intent":"save"}', headers: { 'Content-Type': type } }
      expect((await app.send('/game/team', init, { as })).status).toBe(status)
    }
  })

  test('another manager’s team cannot be named: every save is the own one', async () => {
    const { teamId } = await loginWithTeam(app, 'victim', { teamName: 'Victim' })
    const as = await app.login('thief')
    const fields = { intent: 'save', teamName: 'Stolen', managerName: 'T', picks: affordableCodes.join('.') }
    const saved = await app.post(
      '/game/team',
      { ...fields, teamId: String(teamId), id: String(teamId), managerId: '1' },
      { as },
    )
    expect(saved.status).toBe(303)
    expect(await teamOf(app, 'victim')).toMatchObject({ id: teamId, teamName: 'Victim' })
    expect(await teamOf(app, 'thief')).toMatchObject({ teamName: 'Stolen' })
  })

  test('the thirty-first save within a minute is rate limited, with the draft shown again; steps are never limited', async () => {
    const { as } = await loginWithTeam(app, 'hasty')
    for (let i = 0; i < 40; i += 1)
      expect((await app.post('/game/team', { intent: 'search' }, { as })).status).toBe(303)
    const answers: PageResponse[] = []
    for (let i = 0; i < 61; i += 1) answers.push(await saveTeam(app, as, { teamName: `Save ${i}` }))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(sent(refused[0] ?? answers[0] ?? (await app.get('/')))).toMatchObject({
      picks: affordableCodes.join('.'),
    })
    const last = answers.filter((answer) => answer.status === 303).length
    expect(last).toBeGreaterThanOrEqual(29)
  })
})

test('the page says who sees the manager name, links to the dashboard, and lists its rules', async () => {
  const page = await app.get('/game/team', { as: await app.login('hand') })
  expect(fieldNamed(page.html, 'Team name')?.get('name')).toBe('teamName')
  expect(fieldNamed(page.html, 'Manager name')?.get('aria-describedby')).toBe('manager-name-help')
  expect(page.text).toContain('Shown only to members of your private leagues.')
  expect(page.text).toContain('Team Building Rules')
  expect(hrefOf(page.html, 'Back to Dashboard')).toBe('/game')
  expect(page.html).toContain('<time dateTime="2025-05-13T19:00:00.000Z">May 13, 21:00 CEST</time>')
})
