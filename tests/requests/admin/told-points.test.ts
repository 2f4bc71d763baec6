import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { pointsOf, scoreRound } from '#tests/support/game-steps.ts'
import { buttonNames, fieldNamed, tagsOf, textOfId, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Points that are not as at the end of a show are told and asked for once more, at the desk and the score page (D3, D10). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let ada: Browser
let adminCount = 0

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
})
beforeEach(async () => {
  await app.db.updateTable('games').set({ publication_id: null, live_publication_id: null }).execute()
  await app.db.deleteFrom('publication_points').execute()
  await app.db.deleteFrom('publications').execute()
  await app.db.deleteFrom('round_scores').execute()
  await app.db
    .updateTable('rounds')
    .set({ scores_saved_at: null, songs_begun: 0, scores_version: 0 })
    .execute()
  await app.setClock('2025-05-13T20:45:00Z')
  adminCount += 1
  ada = await app.login(`ada ${adminCount}`, { isAdmin: true })
})
afterAll(() => app.close())

const open = (path: string) => app.get(path, { as: ada })
const press = (page: PageResponse, button: string, changes: Record<string, string> = {}) =>
  app.press(page, button, changes, { as: ada })
const follow = (answer: PageResponse) => app.follow(answer, { as: ada })
const rows = (page: PageResponse) => buttonNames(page.html).filter((name) => /^\d/.test(name))
const publications = async () =>
  (await app.db.selectFrom('publications').select(['kind', 'rounds']).orderBy('id').execute()).map(
    ({ kind, rounds }) => `${kind} ${rounds}`,
  )
/** The elements that get the focus when the page is opened, by id or else by role. */
const focused = (page: PageResponse) =>
  [...page.html.matchAll(/<(\w+)[^>]*\sautofocus=""[^>]*>/g)]
    .flatMap(([tag, name = '']) => tagsOf(tag, name))
    .map((tag) => tag.get('id') ?? tag.get('role'))

/** Stores how many are through in the first semi-final, at the desk. */
async function enterThrough(count: number): Promise<PageResponse> {
  let page = await open('/admin/desk?round=1')
  for (let place = 0; place < count; place += 1)
    page = await follow(await press(page, rows(page)[place] ?? ''))
  return page
}

/** The final's real points as the score page's fields, some of them replaced. */
const finalFields = (changes: Record<string, string> = {}) => ({
  ...Object.fromEntries(
    world.season.entries.map(({ code, result }) => [`score-${code}`, String(result?.finalPoints ?? 0)]),
  ),
  ...changes,
})

async function openFinal() {
  await app.setClock('2025-05-17T20:45:00Z')
  await scoreRound(app, world, 1)
  await scoreRound(app, world, 2)
}

describe('the desk of a semi-final', () => {
  test('asks once more before an eleventh qualifier is live', async () => {
    const page = await enterThrough(11)
    expect(page.text).toContain('11 of 10 through')
    const asked = await press(page, 'Save and publish live')
    expect([asked.status, textOfId(asked.html, 'desk-status')]).toEqual([
      409,
      '11 countries are through, but only 10 can be. Publish live anyway?',
    ])
    expect(focused(asked)).toEqual(['desk-status'])
    expect(toastsOf(asked.html)).toEqual([])
    expect(await publications()).toEqual([])
    const published = await press(asked, 'Save and publish live')
    expect(published.status).toBe(303)
    expect(await publications()).toEqual(['live 1'])
  })

  test('a twelfth one is asked about again, and ten are not', async () => {
    const asked = await press(await enterThrough(11), 'Save and publish live')
    const stale = await open('/admin/desk?round=1')
    const twelve = await follow(await press(stale, rows(stale).at(-1) ?? ''))
    const again = await press(asked, 'Save and publish live')
    expect([again.status, textOfId(again.html, 'desk-status')]).toEqual([
      409,
      expect.stringContaining('12 countries are through'),
    ])
    const eleven = await follow(await press(twelve, rows(twelve)[0] ?? ''))
    const ten = await follow(await press(eleven, rows(eleven)[1] ?? ''))
    expect((await press(ten, 'Save and publish live')).status).toBe(303)
  })

  test('official names its consequence and is confirmed, and its result has the focus', async () => {
    const page = await enterThrough(10)
    const asked = await press(page, 'Publish as official')
    expect([asked.status, textOfId(asked.html, 'desk-status')]).toEqual([409, consequence])
    expect([focused(asked), toastsOf(asked.html)]).toEqual([['desk-status'], []])
    expect(await publications()).toEqual([])
    const left = await press(asked, 'Not yet')
    expect([left.status, await publications()]).toEqual([303, []])
    expect(buttonNames((await follow(left)).html)).toContain('Save and publish live')
    const published = await follow(await press(asked, 'Publish as official'))
    expect(await publications()).toEqual(['official 1'])
    expect(toastsOf(published.html)[0]).toContain('Official: everybody sees it now.')
    expect(textOfId(published.html, 'desk-status')).toBe('These results are official.')
    expect(focused(published)).toEqual(['desk-status'])
    expect(focused(await open('/admin/desk?round=1'))).toEqual([])
  })

  test('nine are told and asked about, not refused', async () => {
    const page = await enterThrough(9)
    expect(textOfId(page.html, 'desk-lock')).toBe('Only 9 of 10 countries are through.')
    const asked = await press(page, 'Publish as official')
    expect([asked.status, textOfId(asked.html, 'desk-status')]).toEqual([
      409,
      `Only 9 of 10 countries are through. ${consequence}`,
    ])
    expect((await press(asked, 'Publish as official')).status).toBe(303)
    expect(await publications()).toEqual(['official 1'])
  })

  test('says Through and Out once it is official, and no song is on', async () => {
    let page = await enterThrough(10)
    page = await follow(await press(page, 'Next song'))
    expect(rows(page).at(-1)).toBe('15 Cyprus Waiting')
    await press(await press(page, 'Publish as official'), 'Publish as official')
    page = await open('/admin/desk?round=1')
    expect([...new Set(rows(page).map((row) => row.replace(/^\d+ .*(Through|Out)\b.*/, '$1')))]).toEqual([
      'Through',
      'Out',
    ])
    expect(page.text).not.toMatch(/Waiting|Song 1|Next song/)
  })
})

const consequence =
  'Official results go to everybody, also by mail. They cannot be taken back, only corrected with a public note. Publish the first semi-final as official?'

describe('the desk of a final', () => {
  test('has nobody on stage once it is official', async () => {
    await openFinal()
    await scoreRound(app, world, 3, { NO: 4350 })
    await app.db.updateTable('rounds').set({ songs_begun: 1 }).where('round_number', '=', 3).execute()
    expect((await open('/admin/desk?round=3')).text).not.toContain('On stage now')
  })

  test('asks before more points are live than are given, and those typed with it are stored', async () => {
    await openFinal()
    const asked = await press(await open('/admin/desk?round=3'), 'Save and publish live', {
      'points-AT': '4364',
    })
    expect([asked.status, textOfId(asked.html, 'desk-status')]).toEqual([
      409,
      'The points add up to 4,364 of 4,350. Publish live anyway?',
    ])
    expect(await pointsOf(app, 3)).toEqual({ AT: 4364 })
    expect((await press(asked, 'Save and publish live')).status).toBe(303)
    expect((await publications()).at(-1)).toBe('live 1.2.3')
  })
})

describe('the score page', () => {
  const save = async (fields: Record<string, string>, path = '/admin?round=3') =>
    follow(await press(await open(path), 'Save Player Scores', fields))

  test('computes a usual final by one press, and the result has the focus', async () => {
    await openFinal()
    const computed = await press(await save(finalFields()), 'Compute Team Scores')
    expect(computed.status).toBe(303)
    const page = await follow(computed)
    expect(toastsOf(page.html)).toEqual([expect.stringContaining('Team scores computation triggered')])
    expect(focused(page)).toEqual(['result'])
  })

  test('tells a sum that is off, and computes it by one more press', async () => {
    await openFinal()
    const asked = await press(await save(finalFields({ 'score-AT': '450' })), 'Compute Team Scores')
    expect([asked.status, textOfId(asked.html, 'ask')]).toEqual([
      409,
      'The points add up to 4,364 of 4,350. Press Compute Team Scores again to publish anyway.',
    ])
    expect([focused(asked), fieldNamed(asked.html, 'Austria')?.get('value')]).toEqual([['ask'], '450'])
    expect((await publications()).at(-1)).toBe('official 1.2')
    expect((await press(asked, 'Compute Team Scores')).status).toBe(303)
    expect((await publications()).at(-1)).toBe('official 1.2.3')
  })

  test('asks likewise before live points', async () => {
    await openFinal()
    const page = await open('/admin?round=3')
    const asked = await press(page, 'Save and publish live', finalFields({ 'score-AT': '450' }))
    expect([asked.status, textOfId(asked.html, 'ask')]).toEqual([
      409,
      'The points add up to 4,364 of 4,350. Press Save and publish live again to publish anyway.',
    ])
    expect((await press(asked, 'Save and publish live')).status).toBe(303)
    expect((await publications()).at(-1)).toBe('live 1.2.3')
  })

  test('calls nothing computed that is only saved, and asks before a correction, with its note kept', async () => {
    await openFinal()
    await scoreRound(app, world, 3)
    const moved = { 'score-AT': '435', 'score-IL': '358' }
    const page = await save(moved)
    expect(page.text).toMatch(/Show Saved, not published/)
    expect(textOfId((await open('/admin/desk?round=3')).html, 'desk-status')).toBe(
      'These results are official. Later changes are not published yet.',
    )
    const note = 'One point was read out for the wrong country.'
    const asked = await press(page, 'Compute Team Scores', { note })
    expect([asked.status, textOfId(asked.html, 'ask')]).toEqual([
      409,
      'This changes official results. Your note is shown with them. Press Compute Team Scores again to publish anyway.',
    ])
    expect(fieldNamed(asked.html, 'Public note')?.get('value')).toBe(note)
    const done = await follow(await press(asked, 'Compute Team Scores'))
    expect(done.text).toMatch(/Show Computed/)
    const stored = await app.db
      .selectFrom('publications')
      .select('note')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(stored?.note).toBe(note)
  })
})
