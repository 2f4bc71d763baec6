import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { expireSessions, pointsOf, scoreRound } from '#tests/support/game-steps.ts'
import { buttonNamed, fieldNamed, textOfId, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** What the desk of a final keeps, refuses and says beside another desk, without script (D10). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
/** Another admin in each test: presses are counted for each. */
let ada: Browser
let adminCount = 0
/** The publication that is official as each test begins. */
let officialId: number | null

/** The real final, before its points: both semi-finals are official. */
beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await app.setClock('2025-05-17T20:45:00Z')
  await scoreRound(app, world, 1)
  await scoreRound(app, world, 2)
  const { publication_id: id } = await findGame()
  officialId = id
})
const findGame = () =>
  app.db.selectFrom('games').select('publication_id').where('is_active', '=', 1).executeTakeFirstOrThrow()
beforeEach(async () => {
  await app.db
    .updateTable('games')
    .set({ publication_id: officialId, live_publication_id: null })
    .where('is_active', '=', 1)
    .execute()
  await app.db.deleteFrom('round_scores').where('round_number', '=', 3).execute()
  adminCount += 1
  ada = await app.login(`ada ${adminCount}`, { isAdmin: true })
})
afterAll(() => app.close())

const fields = () => app.get('/admin/desk?round=3', { as: ada })
const paste = () => app.get('/admin/desk?round=3&way=paste', { as: ada })
const press = (page: PageResponse, button: string, changes: Record<string, string> = {}) =>
  app.press(page, button, changes, { as: ada })
/** Presses with a text, and once more when it is shown what will change. */
const pressTwice = async (page: PageResponse, button: string) => press(await press(page, button), button)
/** Presses, and goes where that leads. */
const go = async (page: PageResponse, button: string, changes: Record<string, string> = {}) =>
  app.follow(await press(page, button, changes), { as: ada })
const stored = () => pointsOf(app, 3)

/** What another desk stores. */
const storeElsewhere = async (points: Record<string, string>) =>
  press(await fields(), 'Save and publish live', points)

const changed =
  'Changed at another desk in the meantime: Norway 89. Nothing was saved. Press again to keep yours'

describe('a text that is kept beside the fields', () => {
  test('replaces nothing that another desk stored since it was begun', async () => {
    await storeElsewhere({ 'points-NO': '80' })
    const begun = await paste()
    await storeElsewhere({ 'points-NO': '89' })
    const kept = await go(begun, '26 fields', { pasted: 'Norway 90' })
    const refused = await pressTwice(await go(kept, 'Paste'), 'Save')
    expect([refused.status, refused.text.includes(changed)]).toEqual([409, true])
    expect(await stored()).toEqual({ NO: 89 })
    expect((await press(refused, 'Save')).status).toBe(303)
    expect(await stored()).toEqual({ NO: 90 })
  })

  test('does so after presses of the fields page, after a refused one and after an ended session', async () => {
    await storeElsewhere({ 'points-NO': '80' })
    const kept = await go(await paste(), '26 fields', { pasted: 'Norway 90' })
    await storeElsewhere({ 'points-NO': '89' })
    const wrong = await press(kept, 'Save and publish live', { 'points-SE': '32x' })
    expect(wrong.status).toBe(422)
    const saved = await go(wrong, 'Save and publish live', { 'points-SE': '321' })
    expect(await stored()).toEqual({ NO: 89, SE: 321 })
    expect((await pressTwice(await go(saved, 'Paste'), 'Save')).text).toContain(changed)

    await expireSessions(app, `ada ${adminCount}`)
    const lost = await press(saved, 'Next song')
    ada = await app.login(`ada ${adminCount}`, { isAdmin: true })
    const back = await app.get(lost.location ?? '', { as: ada })
    expect(fieldNamed(back.html, 'One country per line')).toBeUndefined()
    expect((await pressTwice(await go(back, 'Paste'), 'Save')).text).toContain(changed)
    expect(await stored()).toEqual({ NO: 89, SE: 321 })
  })

  test('knows what this desk stored in a field meanwhile', async () => {
    await storeElsewhere({ 'points-NO': '80' })
    const kept = await go(await paste(), '26 fields', { pasted: 'Norway 90' })
    const saved = await go(kept, 'Save and publish live', { 'points-NO': '89' })
    expect((await pressTwice(await go(saved, 'Paste'), 'Save')).status).toBe(303)
    expect(await stored()).toEqual({ NO: 90 })
  })

  test('and a field of the same country are each about what was stored when they were typed', async () => {
    await storeElsewhere({ 'points-NO': '80' })
    const kept = await go(await paste(), '26 fields', { pasted: 'Norway 90' })
    await storeElsewhere({ 'points-NO': '89' })
    const both = await go(await go(kept, '26 fields'), 'Paste', { 'points-NO': '100' })
    const refused = await pressTwice(both, 'Save')
    expect([refused.status, refused.text.includes(changed)]).toEqual([409, true])
    const edited = await go(await go(kept, '26 fields'), '26 fields', { 'points-NO': '100' })
    expect((await press(edited, 'Save and publish live')).status).toBe(303)
    expect(await stored()).toEqual({ NO: 100 })
  })
})

/** The real points of the final. */
const realPoints = () =>
  world.season.entries
    .filter(({ result }) => result?.finalPoints != null)
    .map(({ code, result }) => [`points-${code}`, String(result?.finalPoints)])

describe('a stored 0', () => {
  /** What the score page stores when nothing but these is filled in: all others have 0. */
  const saveScorePage = async (points: Record<string, string> = {}) =>
    press(await app.get('/admin?round=3', { as: ada }), 'Save Player Scores', points)

  test('counts as no points, and is told beside the official press until the sum is right', async () => {
    await saveScorePage()
    const page = await fields()
    expect(page.text).toContain('Grand final 0 of 26 have points')
    expect(textOfId(page.html, 'desk-lock')).toBe(
      '26 countries have 0 points. The points add up to 0 of 4,350.',
    )
    await saveScorePage({ 'score-AT': '436' })
    expect((await fields()).text).toContain('1 of 26 have points')
    expect(textOfId((await fields()).html, 'desk-lock')).toBe(
      '25 countries have 0 points. The points add up to 436 of 4,350.',
    )
    await storeElsewhere({ 'points-FI': '3914' })
    const right = await fields()
    expect(right.text).toContain('Sum 4,350 of 4,350')
    expect(textOfId(right.html, 'desk-lock')).toBeUndefined()
  })

  test('does not lock the official press: a country may have none of a final', async () => {
    await saveScorePage({ 'score-AT': '436' })
    const page = await fields()
    expect(buttonNamed(page.html, 'Publish as official')?.has('disabled')).toBe(false)
    await storeElsewhere({ 'points-FI': '', 'points-NO': '0' })
    expect(textOfId((await fields()).html, 'desk-lock')).toBe('1 country is not entered yet.')
  })
})

describe('a sum that is not complete', () => {
  const official = (page: PageResponse) => press(page, 'Publish as official')
  const isOfficial = async () => (await fields()).text.includes('These results are official')

  test('is told before it is published as official, by a second press', async () => {
    await storeElsewhere({ ...Object.fromEntries(realPoints()), 'points-AT': '258' })
    const page = await fields()
    expect(textOfId(page.html, 'desk-lock')).toBe('The points add up to 4,172 of 4,350.')
    const told = await official(page)
    expect([told.status, textOfId(told.html, 'desk-status')]).toEqual([
      409,
      expect.stringMatching(/^The points add up to 4,172 of 4,350\. Official results .* as official\?$/),
    ])
    expect(await isOfficial()).toBe(false)
    // Another sum is told again, also to who was told of this one.
    await storeElsewhere({ 'points-AT': '259' })
    expect((await official(told)).status).toBe(409)
    expect(await isOfficial()).toBe(false)
    const again = await official(await fields())
    expect(textOfId(again.html, 'desk-status')).toContain('4,173 of 4,350')
    expect((await official(again)).status).toBe(303)
    expect(await isOfficial()).toBe(true)
  })
})

describe('official waits for what is not saved under the other way to enter', () => {
  const refusalOf = async (page: PageResponse) => {
    const refused = await press(page, 'Publish as official')
    return [refused.status, ...toastsOf(refused.html)]
  }

  test('and names the place, also of a page with nothing else to save', async () => {
    await storeElsewhere(Object.fromEntries(realPoints()))
    const text = await go(await paste(), '26 fields', { pasted: 'Norway 90' })
    expect(await refusalOf(text)).toEqual([
      409,
      'Not done There is unsaved text under Paste. Save or empty it first, then publish.',
    ])
    const typed = await go(await fields(), 'Paste', { 'points-NO': '90' })
    expect(await refusalOf(typed)).toEqual([
      409,
      'Not done There are unsaved inputs under 26 fields. Save them first, then publish.',
    ])
  })

  test('but not for a text of spaces and empty lines', async () => {
    await storeElsewhere(Object.fromEntries(realPoints()))
    const left = await press(await paste(), '26 fields', { pasted: ' \r\n\t ' })
    expect(left.location).toBe('/admin/desk?round=3')
    const told = await press(await app.follow(left, { as: ada }), 'Publish as official')
    const published = await press(told, 'Publish as official')
    expect([published.status, published.location]).toEqual([303, '/admin/desk?round=3&at=done'])
  })
})

describe('a song that another desk has counted', () => {
  beforeEach(() => app.db.updateTable('rounds').set({ songs_begun: 0 }).execute())

  test('counts once, and the later press is told what is on', async () => {
    const stale = await fields()
    expect(toastsOf((await go(await fields(), 'Next song')).html)).toEqual([])
    const told = await go(stale, 'Next song')
    expect(toastsOf(told.html)).toEqual([
      'Already pressed Song 1 is on already: another press came first, here or at another desk. Yours was not counted.',
    ])
    expect(told.text).toContain('Song 1 of 26: Norway')
    const early = await go(told, 'Next song')
    expect(toastsOf(early.html)).toEqual([])
    await go(early, 'Back')
    await go(await fields(), 'Back')
    expect(toastsOf((await go(early, 'Back')).html)[0]).toContain('No song is on any more: another press')
  })

  test('is told with the points of the same press stored, and after the last one', async () => {
    await app.db.updateTable('rounds').set({ songs_begun: 26 }).where('round_number', '=', 3).execute()
    const stale = await fields()
    await press(await fields(), 'Last song over')
    const told = await go(stale, 'Last song over', { 'points-NO': '89' })
    expect(toastsOf(told.html)[0]).toContain('All songs are over already: another press')
    expect(await stored()).toEqual({ NO: 89 })
  })
})
