import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import { before, expireSessions, loginWithTeam, pointsOf, scoreRound } from '#tests/support/game-steps.ts'
import {
  buttonNamed,
  buttonNames,
  fieldNamed,
  findSubmission,
  tagsOf,
  textOfId,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The desk of a round on show night, as a browser without script uses it (D10, D34, D35). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
/** Another admin in each test: presses are counted for each. */
let ada: Browser
let adminCount = 0

const semiFinal = '2025-05-13T20:45:00Z'
const final = '2025-05-17T20:45:00Z'

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
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
  await app.setClock(semiFinal)
  adminCount += 1
  ada = await app.login(`ada ${adminCount}`, { isAdmin: true })
})
afterAll(() => app.close())

const desk = (query: string, as = ada) => app.get(`/admin/desk${query}`, { as })
const press = (page: PageResponse, button: string, changes: Record<string, string> = {}, as = ada) =>
  app.press(page, button, changes, { as })
const follow = (answer: PageResponse, as = ada) => app.follow(answer, { as })
const focused = (page: PageResponse) =>
  [...tagsOf(page.html, 'button'), ...tagsOf(page.html, 'input'), ...tagsOf(page.html, 'textarea')]
    .filter((tag) => tag.has('autofocus'))
    .map((tag) => tag.get('id') ?? tag.get('value'))
const rows = (page: PageResponse) => buttonNames(page.html).filter((name) => /^\d/.test(name))
const fieldsOf = (page: PageResponse) =>
  Object.fromEntries(findSubmission(page.html, 'Save and publish live')?.fields ?? [])
const typed = (page: PageResponse, country: string) => fieldNamed(page.html, country)?.get('value')
/** The press that tells what official means, and the same press again. */
const publishOfficial = async (page: PageResponse) => {
  const told = await press(page, 'Publish as official')
  expect([told.status, textOfId(told.html, 'desk-status')]).toEqual([
    409,
    expect.stringContaining('as official?'),
  ])
  return press(told, 'Publish as official')
}
const publications = async () =>
  (await app.db.selectFrom('publications').select(['kind', 'rounds']).orderBy('id').execute()).map(
    ({ kind, rounds }) => `${kind} ${rounds}`,
  )

/** The real final, before its points: both semi-finals are official. */
async function openFinal() {
  await app.setClock(final)
  await scoreRound(app, world, 1)
  await scoreRound(app, world, 2)
}

/** The real points of the final as lines. */
const realLines = () =>
  world.season.entries
    .filter(({ result }) => result?.finalPoints != null)
    .map(({ country, result }) => `${country} ${result?.finalPoints}`)

/** Stores the real points of the final. */
const pasteAll = async () => pressTwice(await desk('?round=3&way=paste'), 'Save', realLines().join('\n'))

/** A press with a text, which shows what will change, and the same press again. */
const pressTwice = async (page: PageResponse, button: string, pasted: string) => {
  const shown = await press(page, button, { pasted })
  expect([shown.status, shown.text.includes('This is what will change.')]).toEqual([409, true])
  return press(shown, button)
}

describe('the desk of a semi-final', () => {
  test('lists who sings tonight in running order', async () => {
    const page = await desk('')
    expect(page.status).toBe(200)
    expect(rows(page)).toHaveLength(15)
    expect([rows(page)[0], rows(page).at(-1)]).toEqual(['1 Iceland Waiting', '15 Cyprus Waiting'])
    expect(page.text).toContain('First semi-final 0 of 10 through')
    expect(page.text).toContain('10 to go')
    expect(page.text).toContain('Nothing was entered yet.')
    expect(buttonNamed(page.html, 'Publish as official')?.has('disabled')).toBe(true)
    expect(textOfId(page.html, 'desk-lock')).toBe('Nobody is through yet.')
  })

  test('one press on a row says that it is through, the other countries stay as they are', async () => {
    const pressed = await press(await desk('?round=1'), '8 Norway Waiting')
    expect([pressed.status, pressed.location]).toEqual([303, '/admin/desk?round=1&at=NO'])
    const page = await follow(pressed)
    expect(rows(page)[7]).toBe('8 Norway Through 1')
    expect(page.text).toContain('1 of 10 through')
    expect(page.text).toMatch(/Last: Norway, 22:4\d/)
    expect(focused(page)).toEqual(['NO:50:'])
    expect(await pointsOf(app, 1)).toEqual({ NO: 50 })
    await app.setClock('2025-05-13T20:46:00Z')
    const second = await follow(await press(page, '12 Albania Waiting'))
    expect([rows(second)[7], rows(second)[11]]).toEqual(['8 Norway Through 1', '12 Albania Through 2'])
    expect(await pointsOf(app, 1)).toEqual({ NO: 50, AL: 50 })
    const undone = await follow(await press(second, 'Undo Albania'))
    expect(rows(undone)[11]).toBe('12 Albania Waiting')
    expect(await pointsOf(app, 1)).toEqual({ NO: 50 })
    const again = await follow(await press(undone, '8 Norway Through 1'))
    expect(rows(again)[7], 'a second press takes it back').toBe('8 Norway Waiting')
    expect(await pointsOf(app, 1)).toEqual({})
  })

  test('one press publishes live; official says that it waits for ten', async () => {
    let page = await follow(await press(await desk('?round=1'), '8 Norway Waiting'))
    page = await follow(await press(page, 'Save and publish live'))
    expect(toastsOf(page.html)).toEqual([expect.stringMatching(/^Published live /)])
    expect(page.text).toMatch(/Live, not official · 22:4\d First semi-final/)
    expect(textOfId(page.html, 'desk-lock')).toBe('Only 1 of 10 countries are through.')
    const forced = await app.post('/admin/desk', { ...fieldsOf(page), intent: 'official' }, { as: ada })
    expect([forced.status, textOfId(forced.html, 'desk-status')]).toEqual([
      409,
      expect.stringContaining('Only 1 of 10 countries are through.'),
    ])
    for (const country of [
      'Iceland',
      'Poland',
      'Estonia',
      'Ukraine',
      'Sweden',
      'Portugal',
      'San Marino',
      'Albania',
      'Netherlands',
    ]) {
      const row = rows(page).find((name) => name.includes(country)) ?? ''
      page = await follow(await press(page, row))
    }
    expect(page.text).toContain('10 of 10 through')
    expect(page.text).toContain('0 to go')
    page = await follow(await publishOfficial(page))
    expect(await publications()).toEqual(['live 1', 'official 1'])
    expect(page.text).toContain('These results are official.')
    expect(buttonNames(page.html)).not.toContain('Publish as official')
    const late = await app.post('/admin/desk', { round: '1', version: '0', change: 'BE::50' }, { as: ada })
    expect([late.status, toastsOf(late.html)]).toEqual([
      409,
      ['Not done The results of this round are official. Correct them on the score page.'],
    ])
  })

  test('a wrong first qualifier is taken back live, too', async () => {
    let page = await follow(await press(await desk('?round=1'), '8 Norway Waiting'))
    page = await follow(await press(page, 'Save and publish live'))
    page = await follow(await press(page, 'Undo Norway'))
    expect(buttonNamed(page.html, 'Save and publish live')?.has('disabled')).toBe(false)
    expect((await press(page, 'Save and publish live')).status).toBe(303)
    expect(await publications()).toEqual(['live 1', 'live 1'])
    const points = await app.db.selectFrom('publication_points').select('points').execute()
    expect(
      points.filter((each) => each.points > 0),
      'the first one only',
    ).toHaveLength(1)
  })

  test('songs are counted by one press, and the game’s pages say who has sung', async () => {
    let page = await desk('?round=1')
    expect(page.text).toContain('No song has begun.')
    page = await follow(await press(page, 'Next song'))
    expect(page.text).toContain('Song 1 of 15: Iceland')
    expect(focused(page)).toEqual(['1:2'])
    const stale = page
    page = await follow(await press(page, 'Next song'))
    expect(rows(page).slice(0, 3)).toEqual(['1 Iceland Sung', '2 Poland On stage now', '3 Slovenia Waiting'])
    await press(stale, 'Next song')
    expect((await desk('?round=1')).text, 'two desks count a song once').toContain('Song 2 of 15: Poland')
    for (let song = 3; song <= 8; song += 1) page = await follow(await press(page, 'Next song'))
    for (const path of ['/game', '/game/live', '/game/results']) {
      const { text } = await app.get(path, { as: world.anna })
      const words = ['Sung', 'On stage now', 'Sings 11th tonight'].filter((each) => text.includes(each))
      expect([path, words.length], text).toEqual([path, path === '/game' ? 0 : 3])
    }
    page = await follow(await press(page, 'Back'))
    expect(page.text).toContain('Song 7 of 15: Portugal')
    const wild = { round: '1', version: '0', songs: '1:9' }
    expect((await app.post('/admin/desk', wild, { as: ada })).status).toBe(400)
  })

  test('before the show nothing is published, and no song begins', async () => {
    await app.setClock(before)
    const page = await desk('?round=1')
    expect(textOfId(page.html, 'desk-lock')).toBe('Nothing is published before the show: May 13, 21:00 CEST.')
    expect(buttonNames(page.html)).not.toContain('Next song')
    const presses: Record<string, string>[] = [{ intent: 'live' }, { intent: 'official' }, { songs: '0:1' }]
    for (const sent of presses) {
      const refused = await app.post('/admin/desk', { ...sent, round: '1', version: '0' }, { as: ada })
      expect([refused.status, toastsOf(refused.html)]).toEqual([
        409,
        ['Not done The show has not begun. Nothing was published.'],
      ])
    }
  })
})

describe('two desks', () => {
  test('of a semi-final: a row that the other one pressed is no conflict, one that it took back is named', async () => {
    const one = await desk('?round=1')
    const other = await desk('?round=1')
    await press(one, '8 Norway Waiting')
    const same = await press(other, '8 Norway Waiting')
    expect(same.status).toBe(303)
    expect(rows(await follow(same))[7]).toBe('8 Norway Through 1')
    const through = await follow(same)
    await app.db.updateTable('round_scores').set({ points: 12 }).execute()
    const refused = await press(through, '8 Norway Through 1')
    expect([refused.status, toastsOf(refused.html)]).toEqual([
      409,
      [
        'Not done Changed at another desk in the meantime: Norway 12. Nothing was saved. Press again to keep yours.',
      ],
    ])
    expect(rows(refused)[7], 'the page shows what is stored').toBe('8 Norway Through: 12 1')
    expect(await pointsOf(app, 1)).toEqual({ NO: 12 })
  })

  test('of a final: changed fields only are stored, and one that both changed is refused and named', async () => {
    await openFinal()
    const one = await desk('?round=3')
    const other = await desk('?round=3')
    await press(one, 'Save and publish live', { 'points-FI': '196', 'points-NO': '89' })
    const kept = await press(other, 'Save and publish live', { 'points-SE': '321' })
    expect(kept.status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ FI: 196, NO: 89, SE: 321 })

    const refused = await press(other, 'Save and publish live', { 'points-FI': '190', 'points-AT': '436' })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)).toEqual([
      'Not done Changed at another desk in the meantime: Finland 196. Nothing was saved. Press again to keep yours.',
    ])
    expect([typed(refused, 'Finland'), typed(refused, 'Austria'), typed(refused, 'Norway')]).toEqual([
      '190',
      '436',
      '89',
    ])
    expect(textOfId(refused.html, 'points-FI-stored')).toBe('Stored now: 196')
    expect(focused(refused)).toEqual(['points-FI'])
    expect(await pointsOf(app, 3)).toEqual({ FI: 196, NO: 89, SE: 321 })
    expect((await press(refused, 'Save and publish live')).status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ FI: 190, NO: 89, SE: 321, AT: 436 })
  })

  test('of a final: a number that is refused because of another one replaces nothing unseen', async () => {
    await openFinal()
    const mine = { 'points-NO': '120', 'points-SE': '32x' }
    const page = await desk('?round=3')
    await press(await desk('?round=3'), 'Save and publish live', { 'points-NO': '130', 'points-AT': '436' })
    const wrong = await press(page, 'Save and publish live', mine)
    expect([wrong.status, typed(wrong, 'Norway'), typed(wrong, 'Austria')]).toEqual([422, '120', '436'])
    const refused = await press(wrong, 'Save and publish live', { 'points-SE': '321' })
    expect([refused.status, toastsOf(refused.html)[0]]).toEqual([
      409,
      expect.stringContaining('Changed at another desk in the meantime: Norway 130. Nothing was saved.'),
    ])
    expect(await pointsOf(app, 3)).toEqual({ NO: 130, AT: 436 })
    expect((await press(refused, 'Save and publish live')).status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ NO: 120, AT: 436, SE: 321 })
  })

  test('of a final: a pasted text that is refused, or outlives its session, replaces nothing unseen', async () => {
    await openFinal()
    const late = await app.login('late paste', { isAdmin: true })
    const page = await desk('?round=3&way=paste')
    const latePage = await desk('?round=3&way=paste', late)
    await press(await desk('?round=3'), 'Save and publish live', { 'points-NO': '130' })
    const wrong = await press(page, 'Save', { pasted: 'Norway 120\nSwden 321' })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('130 → 120')
    const refused = await press(wrong, 'Save', { pasted: 'Norway 120' })
    expect([
      refused.status,
      refused.text.includes('Changed at another desk in the meantime: Norway 130.'),
    ]).toEqual([409, true])
    await expireSessions(app, 'late paste')
    const lost = await press(latePage, 'Save', { pasted: 'Norway 110' }, late)
    const back = await app.get(lost.location ?? '', { as: ada })
    expect((await press(await press(back, 'Save'), 'Save')).text).toContain(
      'Changed at another desk in the meantime',
    )
    expect(await pointsOf(app, 3)).toEqual({ NO: 130 })
    expect((await press(refused, 'Save')).status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ NO: 120 })
  })

  test('of a final: a text that is too long to be kept is not left behind, and official waits for what is kept', async () => {
    await openFinal()
    await pasteAll()
    const long = 'Norway 120\n'.repeat(400)
    const stays = await press(await desk('?round=3&way=paste'), '26 fields', { pasted: long })
    expect([stays.status, stays.text.includes('it is too long to be kept')]).toEqual([422, true])
    expect(stays.html).toContain(long.slice(0, 200))
    const kept = await follow(
      await press(await desk('?round=3&way=paste'), '26 fields', { pasted: 'Norway 1' }),
    )
    const refused = await press(kept, 'Publish as official')
    expect([refused.status, toastsOf(refused.html)]).toEqual([
      409,
      ['Not done There is unsaved text under Paste. Save or empty it first, then publish.'],
    ])
    const edited = await follow(await press(await desk('?round=3'), 'Paste', { 'points-NO': '1' }))
    expect((await press(edited, 'Publish as official')).status).toBe(409)
    expect((await publications()).at(-1)).toBe('official 1.2')
    const back = await follow(await press(edited, '26 fields'))
    expect(typed(back, 'Norway')).toBe('1')
  })

  test('official is exactly what the page showed', async () => {
    await openFinal()
    await pasteAll()
    const page = await desk('?round=3')
    await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '1' })
    const refused = await press(page, 'Publish as official')
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)[0]).toContain('Another desk entered something in the meantime')
    expect(typed(refused, 'Finland')).toBe('1')
    const told = await press(refused, 'Publish as official')
    expect([told.status, textOfId(told.html, 'desk-status')]).toEqual([
      409,
      expect.stringContaining('4,155 of 4,350.'),
    ])
    expect((await press(told, 'Publish as official')).status).toBe(303)
    expect((await publications()).at(-1)).toBe('official 1.2.3')
  })
})

describe('a press that is done in part', () => {
  /** From now on another admin’s official results of the final are there as soon as points are stored. */
  async function officialInBetween(): Promise<void> {
    const inForce = () => app.db.selectFrom('games').select('publication_id').where('is_active', '=', 1)
    const before = await inForce().executeTakeFirstOrThrow()
    await pasteAll()
    await publishOfficial(await desk('?round=3'))
    const { publication_id: id } = await inForce().executeTakeFirstOrThrow()
    await app.db.updateTable('games').set(before).where('is_active', '=', 1).execute()
    await app.db.deleteFrom('round_scores').where('round_number', '=', 3).execute()
    const enter = sql`update games set publication_id = ${sql.lit(id)} where is_active = 1`
    for (const statement of isOnPostgres
      ? [
          sql`create function be_faster() returns trigger language plpgsql as $$ begin ${enter}; return new; end $$`,
          sql`create trigger faster after insert on round_scores for each row execute function be_faster()`,
        ]
      : [sql`create trigger faster after insert on round_scores begin ${enter}; end`])
      await statement.execute(app.db)
  }
  afterEach(async () => {
    if (isOnPostgres) await sql`drop function if exists be_faster cascade`.execute(app.db)
    else await sql`drop trigger if exists faster`.execute(app.db)
  })

  test('says that the points are saved, but not published, and what is stored is no new input', async () => {
    await openFinal()
    await officialInBetween()
    const page = await desk('?round=3')
    const refused = await press(page, 'Save and publish live', { 'points-AT': '436' })
    expect([refused.status, toastsOf(refused.html)]).toEqual([
      409,
      [
        'Not done The points are saved, but not published. The results of this round are official. Correct them on the score page.',
      ],
    ])
    expect(await pointsOf(app, 3)).toEqual({ AT: 436 })
    expect(await publications()).toEqual(['official 1', 'official 1.2', 'official 1.2.3'])
    expect(typed(refused, 'Austria')).toBe('436')
    expect(refused.text).toContain('These results are official.')
  })

  test('says that the song is not counted likewise', async () => {
    await openFinal()
    await officialInBetween()
    const page = await desk('?round=3')
    const refused = await press(page, 'Next song', { 'points-AT': '436' })
    expect([refused.status, toastsOf(refused.html)[0]]).toEqual([
      409,
      expect.stringContaining('The points are saved, but the song is not counted. The results of'),
    ])
    expect(await pointsOf(app, 3)).toEqual({ AT: 436 })
  })
})

describe('official', () => {
  test('is refused with an input that another desk has not stored, and done with one that it has', async () => {
    await openFinal()
    await pasteAll()
    const page = await desk('?round=3')
    await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '1' })
    const own = await press(page, 'Publish as official', { 'points-FI': '2' })
    expect([own.status, toastsOf(own.html)]).toEqual([
      409,
      ['Not done There are unsaved inputs. Save them first, then publish.'],
    ])
    expect([typed(own, 'Finland'), (await pointsOf(app, 3)).FI]).toEqual(['2', 1])
    // What is typed is stored, but the page has not shown the version that it is part of.
    const same = await press(page, 'Publish as official', { 'points-FI': '1' })
    expect([same.status, toastsOf(same.html)[0]]).toEqual([
      409,
      expect.stringContaining('Another desk entered something in the meantime: it is shown now.'),
    ])
    expect((await publications()).at(-1)).toBe('live 1.2.3')
    const told = await press(same, 'Publish as official')
    expect((await press(told, 'Publish as official')).status).toBe(303)
    expect((await publications()).at(-1)).toBe('official 1.2.3')
  })

  test('tells that a country lost its points meanwhile', async () => {
    await openFinal()
    await pasteAll()
    const page = await desk('?round=3')
    await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '' })
    const refused = await press(page, 'Publish as official')
    expect([refused.status, toastsOf(refused.html)[0]]).toEqual([
      409,
      expect.stringContaining('Another desk entered something in the meantime'),
    ])
    const told = await press(refused, 'Publish as official')
    expect(textOfId(told.html, 'desk-status')).toContain('1 country is not entered yet.')
    expect((await publications()).at(-1)).toBe('live 1.2.3')
  })
})

describe('the desk of a final', () => {
  test('has a field for each finalist in running order; Enter saves and keeps its place', async () => {
    await openFinal()
    const page = await desk('?round=3')
    const ids = tagsOf(page.html, 'input').flatMap((input) => input.get('id') ?? [])
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([26, 'points-NO', 'points-AL'])
    const [first] = tagsOf(page.html.slice(page.html.indexOf('id="desk"')), 'button')
    expect([first?.get('value'), first?.has('hidden')], 'what Enter presses').toEqual(['enter', true])
    const sent = { ...fieldsOf(page), intent: 'enter', 'points-AT': ' 436 ' }
    const saved = await app.post('/admin/desk', sent, { as: ada })
    expect([saved.status, saved.location]).toEqual([303, '/admin/desk?round=3&at=AT'])
    const after = await follow(saved)
    expect(focused(after)).toEqual(['points-AT'])
    expect(after.text).toContain('Austria Saved')
    expect(after.text).toContain('Sum 436 of 4,350')
    expect(after.text).toContain('Grand final 1 of 26 have points')
    expect(textOfId(after.html, 'desk-lock')).toBe('25 countries are not entered yet.')
    const emptied = await press(after, 'Save and publish live', { 'points-AT': '' })
    expect([emptied.status, toastsOf(emptied.html)]).toEqual([
      422,
      ['Not done The points are saved, but not published. Nothing was entered yet.'],
    ])
    expect(await pointsOf(app, 3), 'an emptied field has no points').toEqual({})
  })

  test.each(['25x', '-1', '1.5', '10000', '1e3', '４', '1 2'])(
    '%s is refused at its field, with everything typed',
    async (bad) => {
      await openFinal()
      const page = await desk('?round=3')
      const refused = await press(page, 'Save and publish live', { 'points-AT': bad, 'points-SE': '321' })
      expect(refused.status).toBe(422)
      expect(textOfId(refused.html, 'points-AT-error')).toMatch(
        /^Austria: ".*" is not a .* Nothing was saved.$/,
      )
      expect([typed(refused, 'Austria'), typed(refused, 'Sweden')]).toEqual([bad, '321'])
      expect(focused(refused)).toEqual(['points-AT'])
      expect(await pointsOf(app, 3)).toEqual({})
      expect(await publications()).toEqual(['official 1', 'official 1.2'])
    },
  )

  test('is pasted, shown, published live by a second press, and official by another', async () => {
    await openFinal()
    const page = await desk('?round=3&way=paste')
    const live = await follow(await pressTwice(page, 'Save and publish live', realLines().join('\n')))
    expect(live.text).toContain('Sum 4,350 of 4,350')
    expect(live.text).toContain('26 of 26 have points')
    const official = await publishOfficial(live)
    expect(official.status).toBe(303)
    expect(await publications()).toEqual(['official 1', 'official 1.2', 'live 1.2.3', 'official 1.2.3'])
  })

  test('stores nothing of a text with a line that it does not understand, and names the line', async () => {
    await openFinal()
    const lines = ['Austria 436', 'Frnce 230', 'Belgium 12', 'AT 1', 'Sweden -3']
    const page = await desk('?round=3&way=paste')
    const refused = await press(page, 'Save', { pasted: lines.join('\n') })
    expect(refused.status).toBe(422)
    expect(textOfId(refused.html, 'pasted-error')).toBe('4 lines not understood. Nothing was saved.')
    expect(refused.text).toContain('Line 2 “Frnce 230” No country tonight is called that. France?')
    expect(refused.text).toContain('Line 3 “Belgium 12” Belgium is not in the grand final.')
    expect(refused.text).toContain('Line 4 “AT 1” This country is already in line 1.')
    expect(refused.html).toContain('Austria 436\nFrnce 230')
    expect(refused.text).toContain('Sum 436 of 4,350')
    expect(await pointsOf(app, 3)).toEqual({})
    expect(refused.text).toContain('– → 436')
    const saved = await press(refused, 'Save', { pasted: '436 AT' })
    expect([saved.status, saved.location]).toEqual([303, '/admin/desk?round=3'])
    expect(await pointsOf(app, 3)).toEqual({ AT: 436 })
  })

  test.each([
    ['', 'There is nothing to read. Nothing was saved.'],
    ['x'.repeat(10_001), 'This is longer than 10,000 characters. Nothing was saved.'],
  ])('refuses a text of no line, and one that is too long', async (pasted, message) => {
    await openFinal()
    const refused = await press(await desk('?round=3&way=paste'), 'Save', { pasted })
    expect([refused.status, textOfId(refused.html, 'pasted-error')]).toEqual([422, message])
    expect(await pointsOf(app, 3)).toEqual({})
  })

  test('says old and new of what a text will change, once, and stores it by the next press only', async () => {
    await openFinal()
    await press(await desk('?round=3'), 'Save and publish live', { 'points-NO': '89', 'points-GB': '80' })
    const pasted = 'Place\tCountry\tPoints\n1.\tÖsterreich\t436\n18\tNorvège\t89\n19\tUK\t88'
    const shown = await press(await desk('?round=3&way=paste'), 'Save', { pasted })
    const list = shown.html.match(/aria-label="Changes".*?<\/ul>/s)?.[0] ?? ''
    expect(list.replace(/<[^>]*>/g, ' ').match(/\S+ → \d+|Austria|Norway|United Kingdom/g)).toEqual([
      '80 → 88',
      'United Kingdom',
      '– → 436',
      'Austria',
    ])
    expect(shown.text.match(/→ 436/g)).toHaveLength(1)
    expect(textOfId(shown.html, 'pasted-error')).toBeUndefined()
    expect(await pointsOf(app, 3)).toEqual({ NO: 89, GB: 80 })
    const changed = await press(shown, 'Save', { pasted: `${pasted}1` })
    expect([changed.status, changed.text.includes('80 → 881')]).toEqual([409, true])
    expect((await press(changed, 'Next song')).status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ NO: 89, GB: 881, AT: 436 })
  })

  test('asks which column has the points, and shows what the answer changes', async () => {
    await openFinal()
    const pasted = 'Austria\t258\t178\nNorway\t22\t67'
    const asked = await press(await desk('?round=3&way=paste'), 'Save', { pasted })
    expect([asked.status, textOfId(asked.html, 'pasted-error')]).toEqual([
      422,
      'Which column has the points? Nothing was saved.',
    ])
    expect(buttonNamed(asked.html, '178, 67')).toBeDefined()
    const shown = await press(asked, '258, 22')
    expect([shown.status, shown.text.includes('– → 258')]).toEqual([409, true])
    expect(await pointsOf(app, 3)).toEqual({})
    expect((await press(shown, 'Save')).status).toBe(303)
    expect(await pointsOf(app, 3)).toEqual({ AT: 258, NO: 22 })
  })

  test('beside an empty text every other press does what it says', async () => {
    await openFinal()
    await pasteAll()
    const begun = await press(await desk('?round=3&way=paste'), 'Next song')
    expect([begun.status, begun.location]).toEqual([303, '/admin/desk?round=3&way=paste&at=song'])
    let page = await follow(begun)
    expect(page.text).toContain('Song 1 of 26: Norway')
    page = await follow(await press(page, 'Back'))
    expect(page.text).toContain('No song has begun.')
    expect((await press(page, 'Save and publish live')).status).toBe(303)
    expect((await publishOfficial(page)).status).toBe(303)
    expect(await publications()).toEqual(['official 1', 'official 1.2', 'live 1.2.3', 'official 1.2.3'])
  })

  test('a country that does not sing, an unknown or a repeated one is refused', async () => {
    await openFinal()
    const base = { round: '3', version: '0' }
    const send = (fields: Record<string, string | string[]>) =>
      app.post('/admin/desk', { ...base, ...fields }, { as: ada })
    const belgium = await send({ 'points-BE': '7', 'was-BE': '' })
    expect([belgium.status, toastsOf(belgium.html)]).toEqual([
      422,
      ['Not done Belgium does not sing in this show. Nothing was saved.'],
    ])
    expect((await send({ change: 'BE::50' })).status).toBe(422)
    expect((await send({ 'points-US': '7' })).status).toBe(400)
    expect((await send({ 'points-AT': ['7', '8'] })).status).toBe(400)
    expect((await send({ change: 'AT::99999' })).status).toBe(400)
    expect(await pointsOf(app, 3)).toEqual({})
  })
})

test('a session that ended gives back what was typed, and what it was typed over', async () => {
  await openFinal()
  const late = await app.login('late', { isAdmin: true })
  await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '196' })
  const page = await desk('?round=3', late)
  await expireSessions(app, 'late')
  const lost = await press(page, 'Save and publish live', { 'points-FI': '190', 'points-AT': '436' }, late)
  expect([lost.status, lost.location?.slice(0, 12)]).toEqual([303, '/admin/desk?'])
  expect((await app.get(lost.location ?? '', { as: late })).status).toBe(401)
  await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '200' })
  const back = await app.get(lost.location ?? '', { as: ada })
  expect([typed(back, 'Finland'), typed(back, 'Austria')]).toEqual(['190', '436'])
  const refused = await press(back, 'Save and publish live')
  expect(toastsOf(refused.html)[0]).toContain('Changed at another desk in the meantime: Finland 200.')
})

describe('the answer for the desk’s script', () => {
  const ask = (query = '?season=2025&round=3', as: Browser | undefined = ada) =>
    app.get(`/admin/desk.json${query}`, as ? { as } : {})

  test('is what the page shows, and changes with what another desk stores', async () => {
    await openFinal()
    const before = await ask()
    expect([before.status, before.headers.get('Ask-Again')]).toEqual([200, '5'])
    expect(JSON.parse(before.html)).toMatchObject({ done: 0, outOf: 26, sum: { points: 0, outOf: 4350 } })
    await press(await desk('?round=3'), 'Save and publish live', { 'points-FI': '196' })
    const { rows, done, live } = JSON.parse((await ask()).html)
    expect([rows.find(({ code }: { code: string }) => code === 'FI').points, done]).toEqual([196, 1])
    expect(live.text).toMatch(/^22:4\d/)
  })

  test('tells nobody else anything, and says when the desk is of another season or round', async () => {
    const player = await app.login('a player')
    const answers = [
      await app.get('/admin/desk.json?season=2025&round=3'),
      await ask(undefined, player),
      await ask('?season=2024&round=3'),
      await ask('?season=2025&round=9'),
      await ask(''),
      await ask('?season=2025&round=x'),
    ]
    const noRound = '{"ended":"This round is not in the season any more. Nothing more can be saved."}'
    expect(answers.map(({ status, html }) => [status, html])).toEqual([
      [401, '{"ended":""}'],
      [403, '{"ended":"You are not an admin any more: nothing can be saved here."}'],
      [404, noRound],
      [404, noRound],
      [400, noRound],
      [400, noRound],
    ])
    for (const { headers } of answers) expect(headers.get('Cache-Control')).toBe('private, no-cache')
  })
})
