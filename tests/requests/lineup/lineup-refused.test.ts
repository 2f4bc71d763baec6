import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  affordableCodes,
  before,
  beforeFinal,
  expireSessions,
  finalDeadline,
  firstDeadline,
  lineupsOf,
  loginWithTeam,
} from '#tests/support/game-steps.ts'
import { buttonNamed, findSubmission, hrefOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Refused forms of the line-up page change nothing (D6, D8). */
let app: App
const order = affordableCodes.join('.')
/** The same as an automatic line-up of the first semi-final: absent entries are last (D8). */
const automatic = 'NO.SM.PT.AT.GR.DE'
const moved = 'GR.AT.DE.NO.SM.PT'
/** That of a closed round, which the server settles within a second. */
const automaticAnyOrder = expect.stringMatching(/\*$/)
const untouched = { 1: `${order}*`, 2: `${order}*`, 3: `${order}*` }

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

function sent(page: PageResponse) {
  return Object.fromEntries(findSubmission(page.html, 'Save Lineup')?.fields ?? [])
}

function save(as: Awaited<ReturnType<typeof app.login>>, fields: Record<string, string>) {
  return app.post('/game/lineup', { intent: 'save', round: '1', order: moved, ...fields }, { as })
}

const pastDeadline =
  'Failed to save lineup The deadline for the round has passed. You cannot change your lineup anymore.'

describe('the deadline of a round', () => {
  test('saving passes just before it and is refused exactly at it, with the message of the spec', async () => {
    const { as } = await loginWithTeam(app, 'deadline')
    await app.setClock('2025-05-13T18:59:30Z')
    const page = await app.get('/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT', { as })
    expect((await app.press(page, 'Save Lineup', {}, { as })).status).toBe(303)
    const late = await app.get('/game/lineup?round=1&order=PT.GR.AT.DE.NO.SM', { as })
    await app.setClock(firstDeadline)
    const refused = await app.press(late, 'Save Lineup', { later: '1' }, { as })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)).toEqual([pastDeadline])
    expect(refused.text).toMatch(/Position 1 Portugal/)
    expect(buttonNamed(refused.html, 'Save Lineup')?.has('disabled')).toBe(true)
    expect(await lineupsOf(app, 'deadline')).toEqual({ ...untouched, 1: moved })
  })

  test('a save in time shows its flash message, although the round closed before the next page was requested', async () => {
    const { as } = await loginWithTeam(app, 'just in time')
    await app.setClock('2025-05-13T18:59:30Z')
    const saved = await save(as, {})
    expect(saved.status).toBe(303)
    await app.setClock(firstDeadline)
    const page = await app.follow(saved, { as })
    expect(toastsOf(page.html)).toEqual([
      expect.stringMatching(/^Lineup saved successfully /),
      expect.stringMatching(/^This round is closed /),
    ])
  })

  test('of the final: the error is shown above the orders that were saved', async () => {
    const { as } = await loginWithTeam(app, 'final')
    await app.setClock(beforeFinal)
    const page = await app.get('/game/lineup?round=3&order=GR.AT.DE.NO.SM.PT', { as })
    await app.setClock(finalDeadline)
    const refused = await app.press(page, 'Save Lineup', {}, { as })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)).toEqual([pastDeadline])
    expect(refused.text).toContain(
      'Final round past deadline The deadline for the final round has passed. The points are updated soon after the final round has finished.',
    )
    expect(hrefOf(refused.html, 'Results')).toBe('/game/results')
    expect(await lineupsOf(app, 'final')).toEqual({
      1: automaticAnyOrder,
      2: automaticAnyOrder,
      3: automaticAnyOrder,
    })
    const card = await app.get('/game/lineup', { as })
    expect(card.status).toBe(200)
    expect(card.text).toContain('Final round past deadline')
    expect(card.text).toMatch(/Country Semi 1 Semi 2 Final Austria .*1st/)
    expect(buttonNamed(card.html, 'Save Lineup')).toBeUndefined()
  })

  test('the checkbox never changes a closed round', async () => {
    const { as } = await loginWithTeam(app, 'later')
    await app.setClock('2025-05-14T12:00:00Z')
    expect((await save(as, { round: '2', later: '1' })).status).toBe(303)
    expect(await lineupsOf(app, 'later')).toEqual({ 1: automaticAnyOrder, 2: moved, 3: moved })
  })

  test('a link to a closed round shows the next open one, and says so', async () => {
    const { as } = await loginWithTeam(app, 'old link')
    await app.setClock(beforeFinal)
    const page = await app.get('/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT', { as })
    expect(page.status).toBe(200)
    expect(toastsOf(page.html).at(-1)).toMatch(
      /^This round is closed The deadline for the first semi-final has passed/,
    )
    expect(sent(page)).toMatchObject({ round: '3', order })
  })

  test('a step to a closed round is refused, and the draft stays', async () => {
    const { as } = await loginWithTeam(app, 'over')
    await app.setClock(beforeFinal)
    const fields = { intent: 'round:1', round: '3', order: moved }
    const refused = await app.post('/game/lineup', fields, { as })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)).toEqual([pastDeadline])
    expect(sent(refused)).toMatchObject({ round: '3', order: moved })
  })
})

describe('an order is refused with 422 and changes nothing:', () => {
  test.each([
    ['five', 'GR.AT.DE.NO.SM'],
    ['seven', 'GR.AT.DE.NO.SM.PT.HR'],
    ['one twice', 'GR.GR.DE.NO.SM.PT'],
    ['six times the same', 'GR.GR.GR.GR.GR.GR'],
    ['a country of another team', 'GR.AT.DE.NO.SM.HR'],
    ['six other countries', 'LV.LT.IS.DK.AM.HR'],
    ['an unknown country', 'GR.AT.DE.NO.SM.US'],
    ['lower case', 'gr.at.de.no.sm.pt'],
    ['names of objects', 'GR.AT.DE.NO.SM.constructor'],
    ['NUL', 'GR.AT.DE.NO.SM.PT\0'],
    ['nothing', ''],
    ['10 kB', 'GR.'.repeat(3_400)],
  ])('%s', async (what, wrong) => {
    const name = `order ${what}`
    const { as } = await loginWithTeam(app, name)
    const answer = await save(as, { order: wrong })
    expect(answer.status).toBe(422)
    expect(toastsOf(answer.html)).toEqual([expect.stringMatching(/^Failed to save lineup /)])
    expect(sent(answer)).toMatchObject({ round: '1', order: automatic })
    expect(await lineupsOf(app, name)).toEqual(untouched)
  })
})

test.each(['0', '4', '99', '1e0', '1.0', '-1', 'x', '', '１', '1\0'])(
  'a round that is none (%j) is a 404, asked for or saved, and nothing changes',
  async (round) => {
    const { as } = await loginWithTeam(app, 'no round')
    const page = await app.get(`/game/lineup?${new URLSearchParams({ round })}`, { as })
    expect(page.status).toBe(404)
    expect(page.text).toContain('Page Not Found')
    expect((await save(as, { round })).status).toBe(404)
    expect(await lineupsOf(app, 'no round')).toEqual(untouched)
  },
)

describe('who has no team', () => {
  test('gets the card that links to creating one, also when saving', async () => {
    const as = await app.login('teamless')
    for (const answer of [await app.get('/game/lineup', { as }), await save(as, {})]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain(
        'Team not found You have not created a team yet. Please create a team before continuing. You will still be able to change your team until the deadline for the upcoming round.',
      )
      expect(hrefOf(answer.html, 'Create Team')).toBe('/game/team')
    }
    expect(await lineupsOf(app, 'teamless')).toEqual({})
  })
})

test('no field gives access to another manager’s line-up', async () => {
  const { teamId } = await loginWithTeam(app, 'victim')
  const { as } = await loginWithTeam(app, 'thief')
  const answer = await save(as, { teamId: String(teamId), team: String(teamId), managerId: '1' })
  expect(answer.status).toBe(303)
  expect(await lineupsOf(app, 'victim')).toEqual(untouched)
  expect((await lineupsOf(app, 'thief'))[1]).toBe(moved)
})

test('two saves at once both pass, and the line-up is one of the two', async () => {
  const { as } = await loginWithTeam(app, 'twice')
  const other = 'PT.GR.AT.DE.NO.SM'
  const answers = await Promise.all([save(as, {}), save(as, { order: other })])
  expect(answers.map((answer) => answer.status)).toEqual([303, 303])
  expect([moved, other]).toContain((await lineupsOf(app, 'twice'))[1])
})

describe('a session that ends in the middle of an edit', () => {
  test.each(['Move Germany up', 'Save Lineup', 'Grand final'])(
    '%s leads to the card of the same draft',
    async (button) => {
      const { as } = await loginWithTeam(app, 'sleepy')
      const page = await app.get('/game/lineup?round=2&order=GR.AT.DE.NO.SM.PT&later=1', { as })
      await expireSessions(app, 'sleepy')
      const answer = await app.press(page, button, {}, { as })
      expect(answer.status).toBe(303)
      const card = await app.follow(answer, { as })
      expect(card.status).toBe(401)
      expect(card.text).toContain('Authentication required')
      const fields = Object.fromEntries(findSubmission(card.html, 'Sign in / Create account')?.fields ?? [])
      const back = await app.get(fields.redirectTo ?? '', { as: await app.login('sleepy') })
      expect(sent(back)).toMatchObject({ round: '2', order: moved, later: '1' })
      expect(await lineupsOf(app, 'sleepy')).toEqual(untouched)
    },
  )
})

describe('an address made up by hand shows the page, with what is possible in it:', () => {
  const long = 'x'.repeat(750)
  test.each([
    ['garbage', 'order=%3Cscript%3E&later=yes&details=%22&switch=x&focus=%27'],
    ['an order of other countries', 'order=LV.LT.IS.DK.AM.HR'],
    ['one country twice', 'order=AT.AT.DE.NO.SM.PT'],
    ['4 kB of everything', `order=${long}&details=${long}&switch=${long}&focus=${long}&later=${long}`],
    ['repeated keys', 'round=1&round=2&order=x&order=GR.AT.DE.NO.SM.PT'],
    ['NUL and half characters', 'order=%00&details=%ED%A0%80&focus=%FF'],
    ['names of objects', '__proto__=1&constructor=2&details=constructor'],
    ['a switch to a round that is none', 'switch=99'],
  ])('%s', async (_, query) => {
    const { as } = await loginWithTeam(app, 'hand')
    const page = await app.get(`/game/lineup?${query}`, { as })
    expect(page.status).toBe(200)
    expect(sent(page)).toMatchObject({ round: '1', order: automatic })
    expect(page.html).not.toContain('<dialog')
  })

  test.each([
    ['no field at all', {}, 404],
    ['an unknown intent', { round: '1', order, intent: 'destroy' }, 400],
    ['a move of nobody', { round: '1', order, intent: 'up:US' }, 303],
    ['a switch to no round', { round: '1', order, intent: 'round:99' }, 404],
    ['a choice that is none', { round: '1', order, intent: 'round', chosenRound: 'x' }, 400],
  ])('a form that no page sends, %s, changes nothing', async (_, fields, status) => {
    const { as } = await loginWithTeam(app, 'hand')
    expect((await app.post('/game/lineup', fields, { as })).status).toBe(status)
    expect(await lineupsOf(app, 'hand')).toEqual(untouched)
  })
})
