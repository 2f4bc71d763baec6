import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  before,
  between,
  expireSessions,
  firstDeadline,
  loginWithTeam,
  pointsOf,
} from '#tests/support/game-steps.ts'
import {
  buttonNamed,
  fieldNamed,
  findSubmission,
  hrefOf,
  tagsOf,
  textOfId,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The admin's score page: permissions, stored scores, refused forms, and that nothing typed is lost (D10). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
})
beforeEach(async () => {
  await app.setClock(between)
  await app.db.deleteFrom('round_scores').execute()
  await app.db.updateTable('rounds').set({ scores_saved_at: null }).execute()
})
afterAll(() => app.close())

const desk = (query = '?round=1', as = world.ada) => app.get(`/admin${query}`, { as })
const typed = (page: PageResponse, country: string) => fieldNamed(page.html, country)?.get('value')
const save = (page: PageResponse, changes: Record<string, string> = {}, as = world.ada) =>
  app.press(page, 'Save Player Scores', changes, { as })
const compute = (page: PageResponse, changes: Record<string, string> = {}) =>
  app.press(page, 'Compute Team Scores', changes, { as: world.ada })
const publications = () => app.db.selectFrom('publications').selectAll().execute()

test('sixty writes in a minute pass; one more is rate limited, with everything typed shown again', async () => {
  const as = await app.login('hasty', { isAdmin: true })
  const press = (intent: string) =>
    app.post('/admin?index', { intent, round: '1', version: '999', 'score-AL': '7' }, { as })
  const answers = []
  for (let presses = 0; presses < 61; presses += 1) answers.push(await press('save'))
  expect(new Set(answers.slice(0, 60).map(({ status }) => status))).not.toContain(429)
  const stored = await pointsOf(app, 1)
  const last = answers.at(-1)
  expect(last?.status).toBe(429)
  expect(last?.text).toContain('Nothing was saved. Please try again in a minute.')
  expect(fieldNamed(last?.html ?? '', 'Albania')?.get('value')).toBe('7')
  expect((await press('compute')).status).toBe(429)
  expect((await press('enter')).status).toBe(429)
  expect((await press('fill')).status, 'what writes nothing is not counted').toBe(303)
  expect(await pointsOf(app, 1)).toEqual(stored)
})

describe('permissions', () => {
  test('a visitor without a session gets the sign-in card, and their save stores nothing', async () => {
    const card = await app.get('/admin?round=1')
    expect(card.status).toBe(401)
    expect(card.text).toContain('Authentication required')
    const posted = await app.post('/admin?index', {
      intent: 'save',
      round: '1',
      version: '0',
      'score-AL': '7',
    })
    expect(posted.status).toBe(303)
    expect((await app.follow(posted)).status).toBe(401)
    expect(await pointsOf(app, 1)).toEqual({})
  })

  test('a manager gets Access Denied with its toast, reading and writing alike, and no data at all', async () => {
    const as = world.anna
    const fields = { round: '1', version: '0', 'score-AL': '7' }
    const intents = ['save', 'compute', 'fill', 'enter']
    const answers = [
      await desk('', as),
      await desk('?round=1', as),
      ...(await Promise.all(
        intents.map(async (intent) =>
          app.follow(await app.post('/admin?index', { intent, ...fields }, { as }), { as }),
        ),
      )),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('Access Denied')
      expect(toastsOf(answer.html)).toEqual([expect.stringMatching(/^Access denied /)])
      expect(answer.text).not.toContain('Total Teams')
    }
    const data = await app.get('/admin.data', { as })
    expect(data.html).not.toContain('totals')
    expect(await pointsOf(app, 1)).toEqual({})
    expect(await publications()).toEqual([])
  })
})

describe('saving scores', () => {
  test('stores one number per country, an empty input as 0, and says so', async () => {
    const page = await desk('')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Admin Dashboard Total Teams 1 Total Leagues 0')
    expect(typed(page, 'Albania'), 'the round whose deadline passed last, not saved yet').toBe('')
    const saved = await save(page, {
      'score-AL': '50',
      'score-AT': '9999',
      'score-NO': '0',
      'score-SE': ' 12 ',
    })
    expect([saved.status, saved.location]).toEqual([303, '/admin?round=1'])
    const after = await app.follow(saved, { as: world.ada })
    expect(toastsOf(after.html)).toEqual([expect.stringMatching(/^Scores saved /)])
    const countries = ['Albania', 'Austria', 'Norway', 'Sweden', 'Croatia']
    expect(countries.map((country) => typed(after, country))).toEqual(['50', '9999', '0', '12', '0'])
    const stored = await pointsOf(app, 1)
    expect(Object.keys(stored)).toHaveLength(37)
    expect(stored).toMatchObject({ AL: 50, AT: 9999, NO: 0, SE: 12, HR: 0 })
    expect(await pointsOf(app, 2), 'other rounds are not touched').toEqual({})
    expect(after.text).not.toContain('Unsaved Changes')
  })

  test('Enter saves, too, and leads back to the field that was typed last', async () => {
    const page = await desk()
    const [first] = tagsOf(page.html.slice(page.html.indexOf('action="/admin?index')), 'button')
    expect([first?.get('value'), first?.has('hidden')], 'what Enter presses').toEqual(['enter', true])
    const fields = Object.fromEntries(findSubmission(page.html, 'Save Player Scores')?.fields ?? [])
    const typedIn = { ...fields, intent: 'enter', 'score-SE': '50', 'score-NO': '12' }
    const saved = await app.post('/admin?index', typedIn, { as: world.ada })
    expect([saved.status, saved.location]).toEqual([303, '/admin?round=1&saved=NO'])
    expect(await pointsOf(app, 1)).toMatchObject({ SE: 50, NO: 12 })
    const after = await app.follow(saved, { as: world.ada })
    expect(tagsOf(after.html, 'input').filter((input) => input.has('autofocus'))).toEqual([
      fieldNamed(after.html, 'Norway'),
    ])
    expect(after.text).toContain('Norway Saved')
    expect(toastsOf(after.html), 'it is said at the field').toEqual([])
    const again = Object.fromEntries(findSubmission(after.html, 'Save Player Scores')?.fields ?? [])
    const same = await app.post('/admin?index', { ...again, intent: 'enter' }, { as: world.ada })
    expect(same.location, 'nothing is typed anew').toBe('/admin?round=1')
  })

  test('those who sing in the round come first, the others are folded away', async () => {
    const page = await desk()
    const folded = page.html.slice(page.html.indexOf('<details', page.html.indexOf('id="round-scores"')))
    expect(fieldNamed(folded, 'Norway')).toBeUndefined()
    expect(fieldNamed(folded, 'Austria')).toBeDefined()
    expect(tagsOf(folded, 'details')[0]?.has('open')).toBe(false)
    const refused = await save(page, { 'score-AT': 'x' })
    const opened = refused.html.slice(
      refused.html.indexOf('<details', refused.html.indexOf('id="round-scores"')),
    )
    expect(tagsOf(opened, 'details')[0]?.has('open'), 'a field to correct is shown').toBe(true)
  })

  test('replaces the round’s scores: an unlisted country is 0', async () => {
    await save(await desk(), { 'score-AL': '50', 'score-AT': '40' })
    const page = await desk()
    const version =
      Object.fromEntries(findSubmission(page.html, 'Save Player Scores')?.fields ?? []).version ?? ''
    const only = { intent: 'save', round: '1', version, 'score-AL': '1' }
    expect((await app.post('/admin?index', only, { as: world.ada })).status).toBe(303)
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 1, AT: 0 })
  })

  test.each([
    ['score-US', '5'],
    ['score-AL', ['1', '2']],
  ])('an unknown or repeated country is refused: %s', async (field, value) => {
    await save(await desk(), { 'score-AL': '50' })
    const { version = '' } = Object.fromEntries(
      findSubmission((await desk()).html, 'Save Player Scores')?.fields ?? [],
    )
    const fields = { intent: 'save', round: '1', version, [field]: value }
    expect((await app.post('/admin?index', fields, { as: world.ada })).status).toBe(400)
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 50 })
  })

  test.each([
    'abc',
    '-1',
    '1.5',
    '10000',
    '1e3',
    '+5',
    '0x10',
    '1 2',
    '12,5',
    '１２',
    '99999999999999999999',
  ])('%s is refused at its field, everything else is shown again, and nothing is stored', async (bad) => {
    const page = await desk()
    const answer = await save(page, { 'score-AL': '50', 'score-AT': bad })
    expect(answer.status).toBe(422)
    const kind = /^[-+]?\d[\d.,]*$/.test(bad) ? 'whole number from 0 to 9999' : 'number'
    const shown = bad.length > 12 ? `${bad.slice(0, 12)}…` : bad
    expect(toastsOf(answer.html)).toEqual([
      `Failed to save scores Austria: "${shown}" is not a ${kind}. Nothing was saved.`,
    ])
    expect(hrefOf(answer.html, `Austria: "${shown}" is not a ${kind}.`)).toBe('#score-AT')
    const field = fieldNamed(answer.html, 'Austria')
    expect([field?.get('value'), field?.get('aria-invalid')]).toEqual([bad, 'true'])
    expect(tagsOf(answer.html, 'input').filter((input) => input.has('autofocus'))).toEqual([field])
    expect(textOfId(answer.html, field?.get('aria-describedby') ?? '')).toBe(
      'Enter a whole number from 0 to 9999.',
    )
    expect(typed(answer, 'Albania')).toBe('50')
    expect(fieldNamed(answer.html, 'Albania')?.has('aria-invalid')).toBe(false)
    expect(answer.text).toContain('Unsaved Changes')
    expect(await pointsOf(app, 1)).toEqual({})
    const again = await save(answer, { 'score-AT': '5' })
    expect(again.status, 'the page that was refused can be saved').toBe(303)
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 50, AT: 5 })
  })

  test.each(['9', 'x', '0', '1.0', ''])('an unknown round (%j) is a 404', async (round) => {
    expect((await desk(`?round=${round}`)).status).toBe(404)
    const fields = { intent: 'save', round, version: '0' }
    expect([400, 404]).toContain((await app.post('/admin?index', fields, { as: world.ada })).status)
  })

  test('the selector comes before the inputs and links to any round', async () => {
    const page = await desk()
    expect(page.html.indexOf('<select')).toBeGreaterThan(0)
    expect(page.html.indexOf('<select')).toBeLessThan(page.html.indexOf('id="score-'))
    const second = await app.press(page, 'Show', { round: '2' }, { as: world.ada })
    expect(second.status).toBe(200)
    expect(second.text).toMatch(/Second semi-final Round .* Show Not started yet/)
  })
})

test('only the round selector has the label Round', async () => {
  const page = await desk()
  expect(fieldNamed(page.html, 'Round')?.get('name')).toBe('round')
  const regions = tagsOf(page.html, 'section').map((section) => section.get('aria-label'))
  expect(regions).not.toContain('Round')
})

test.each([
  ['', 1],
  ['?round=1', 1],
  ['?round=3', 3],
])('a failure to read scores names the round on /admin%s', async (query, round) => {
  await app.db.schema.alterTable('round_scores').renameTo('round_scores_away').execute()
  try {
    const page = await desk(query)
    expect(page.status).toBe(500)
    expect(toastsOf(page.html)).toEqual([`Failed to load scores for round ${round}`])
    expect(page.html, 'empty inputs would be saved over what is stored').not.toContain('name="score-')
  } finally {
    await app.db.schema.alterTable('round_scores_away').renameTo('round_scores').execute()
  }
})

describe('two admins', () => {
  test('never overwrite each other silently: both values are shown, and a second save stores one', async () => {
    const bea = await app.login('bea', { isAdmin: true })
    const [adas, beas] = [await desk(), await desk('?round=1', bea)]
    await save(adas, { 'score-AL': '10', 'score-AT': '20' })
    const refused = await save(beas, { 'score-AL': '11', 'score-AT': '20' }, bea)
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)[0]).toMatch(
      /^Failed to save scores Another admin saved this round in the meantime\./,
    )
    expect(typed(refused, 'Albania')).toBe('11')
    expect(textOfId(refused.html, 'score-AL-stored')).toBe('Stored now: 10')
    expect(refused.html.match(/Stored now:/g), 'only what differs').toHaveLength(1)
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 10 })
    expect((await save(refused, {}, bea)).status).toBe(303)
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 11, AT: 20 })
    expect((await save(adas, { 'score-AL': '12' })).status, 'the first form is old now').toBe(409)
  })

  test('not by Enter, nor after a fill or a new sign-in in between', async () => {
    const bea = await app.login('bea', { isAdmin: true })
    for (const intent of ['enter', 'fill']) {
      const old = findSubmission((await desk('?round=1', bea)).html, 'Save Player Scores')?.fields ?? []
      const fields = { ...Object.fromEntries(old), 'score-AL': '21', intent }
      await save(await desk(), { 'score-AL': '30' })
      const answer = await app.post('/admin?index', fields, { as: bea })
      const led = answer.status === 303 ? await save(await app.follow(answer, { as: bea }), {}, bea) : answer
      expect(led.status, intent).toBe(409)
      expect(await pointsOf(app, 1)).toMatchObject({ AL: 30 })
    }
  })
})

describe('computing is refused', () => {
  const title = /^Failed to compute team scores /

  test('before the round’s deadline, and possible at its very instant', async () => {
    await app.setClock(before)
    const saved = await app.follow(await save(await desk(), { 'score-AL': '50' }), { as: world.ada })
    const early = await compute(saved)
    expect(early.status).toBe(409)
    expect(toastsOf(early.html)).toEqual([expect.stringMatching(title)])
    expect(early.text).toContain('The round has not started yet.')
    expect(await publications()).toEqual([])
    await app.setClock(firstDeadline)
    expect(buttonNamed(early.html, 'Compute Team Scores')?.has('disabled')).toBe(false)
  })

  test('before scores were saved', async () => {
    const refused = await compute(await desk())
    expect(refused.status).toBe(422)
    expect(toastsOf(refused.html)).toEqual([expect.stringMatching(title)])
    expect(refused.text).toContain('Save player scores for this round first.')
    expect(await publications()).toEqual([])
  })

  test('with unsaved inputs, which are shown again', async () => {
    const saved = await app.follow(await save(await desk(), { 'score-AL': '50' }), { as: world.ada })
    const refused = await compute(saved, { 'score-AL': '51' })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)).toEqual([expect.stringMatching(title)])
    expect(refused.text).toContain('There are unsaved inputs.')
    expect(typed(refused, 'Albania')).toBe('51')
    expect(await pointsOf(app, 1)).toMatchObject({ AL: 50 })
    expect(await publications()).toEqual([])
  })
})

test('after the session has ended the sign-in card leads back to the typed scores, and nothing is stored', async () => {
  const page = await desk()
  await expireSessions(app, 'ada')
  const answer = await save(page, { 'score-AL': '50', 'score-AT': 'x' })
  expect(answer.status).toBe(303)
  const card = await app.follow(answer, { as: world.ada })
  expect(card.status).toBe(401)
  const fields = Object.fromEntries(findSubmission(card.html, 'Sign in / Create account')?.fields ?? [])
  world.ada = await app.login('ada', { isAdmin: true })
  const back = await app.get(fields.redirectTo ?? '', { as: world.ada })
  expect([typed(back, 'Albania'), typed(back, 'Austria'), typed(back, 'Norway')]).toEqual(['50', 'x', ''])
  expect(back.text).toContain('Unsaved Changes')
  expect(await pointsOf(app, 1)).toEqual({})
  expect((await save(back, { 'score-AT': '' })).status).toBe(303)
  expect(await pointsOf(app, 1)).toMatchObject({ AL: 50, AT: 0 })
})

test('a form with a score for every country survives the end of a session, too', async () => {
  const page = await desk()
  const typedIn = Object.fromEntries(world.contest.entries.map(({ code }) => [`score-${code}`, '1234']))
  await expireSessions(app, 'ada')
  const card = await app.follow(await save(page, typedIn), { as: world.ada })
  const fields = Object.fromEntries(findSubmission(card.html, 'Sign in / Create account')?.fields ?? [])
  world.ada = await app.login('ada', { isAdmin: true })
  const back = await app.get(fields.redirectTo ?? '', { as: world.ada })
  expect(world.contest.entries.map(({ country }) => typed(back, country))).toEqual(Object.values(typedIn))
})

test('the admin’s pages ship no script, and only admins see links to them', async () => {
  const page = await desk()
  expect(page.text).toContain('Admin Dashboard')
  expect(page.html).not.toContain('<script')
  expect(hrefOf(page.html, 'Admin')).toBe('/admin')
  const home = await app.get('/', { as: world.anna })
  expect(home.text).toContain('Sign Out')
  expect(hrefOf(home.html, 'Admin')).toBeUndefined()
})
