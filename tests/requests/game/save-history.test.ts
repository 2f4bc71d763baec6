import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxReceipts } from '#db/teams/receipts.server.ts'
import { sendCall } from '#tests/support/api-requests.ts'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  affordableCodes,
  before,
  beforeFinal,
  between,
  finalDeadline,
  loginWithTeam,
  saveTeam,
} from '#tests/support/game-steps.ts'
import { hrefOf, tagsOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Receipts of saves, on the page after the save and in the manager's history. */
let app: App
const order = affordableCodes.join('.')
const moved = ['GR', 'AT', ...affordableCodes.slice(2)].join('.')

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

async function saveLineup(as: Browser, fields: Record<string, string>) {
  const saved = await app.post('/game/lineup', { intent: 'save', ...fields }, { as })
  expect(saved.status).toBe(303)
  return app.follow(saved, { as })
}

/** The receipt of the saved team. */
const receiptOf = (html: string) =>
  textOf(/<section[^>]*aria-label="Receipt"[^>]*>([\s\S]*?)<\/section>/.exec(html)?.[0] ?? '')

/** What the line-up page says of the stored order; '' beside a draft. */
const storedOf = (html: string) => textOf(/<p[^>]*id="stored-lineup"[\s\S]*?<\/p>/.exec(html)?.[0] ?? '')

/** The saves of a history page, each as its text. */
function savesOf(html: string): string[] {
  const list = /<ol>([\s\S]*)<\/ol>/.exec(html)?.[1] ?? ''
  return list
    .split(/<li[^>]*><div[^>]*><b><time/)
    .slice(1)
    .map((each) => textOf(`<time${each}`))
}

const history = async (as: Browser, query = '') => app.get(`/game/history${query}`, { as })

describe('a receipt is on the page after a save', () => {
  test('of a team: until when it can change; its history has the rest', async () => {
    const as = await app.login('team-receipt')
    await app.setClock('2025-05-10T12:03:00Z')
    const page = await app.follow(await saveTeam(app, as, { teamName: 'Lamps & Co' }), { as })
    expect(toastsOf(page.html)).toEqual([
      'Team saved successfully Your team has been updated. Your six are on. Set line-up Invite friends',
    ])
    expect(receiptOf(page.html)).toBe('Saved Change until May 13, 21:00 CEST All your saves')
    expect(hrefOf(page.html, 'All your saves')).toBe('/game/history')
    const draft = await app.get('/game/team?picks=AT', { as })
    expect(receiptOf(draft.html), 'a draft is not saved').toBe(
      'Change until May 13, 21:00 CEST All your saves',
    )
    const [save] = savesOf((await history(as)).html)
    expect(save).toContain('May 10, 14:03 CEST')
    expect(save).toContain('You saved Lamps & Co')
  })

  test('of a line-up: until when it can change, and again after a reload; other rounds keep theirs', async () => {
    const { as } = await loginWithTeam(app, 'lineup-receipt')
    const page = await saveLineup(as, { round: '1', order: moved })
    expect(storedOf(page.html)).toBe('Change until May 13, 21:00 CEST · All your saves')
    expect(hrefOf(page.html, 'All your saves')).toBe('/game/history')
    expect(storedOf((await app.get('/game/lineup?round=1', { as })).html)).toBe(storedOf(page.html))
    expect(storedOf((await app.get('/game/lineup?round=2', { as })).html)).toBe(
      "Not set yet: we use your team's order, singers first. Change it until May 15, 21:00 CEST .",
    )
  })

  test('of a line-up for the remaining rounds too: each has its own deadline', async () => {
    const { as } = await loginWithTeam(app, 'later-receipt')
    const page = await saveLineup(as, { round: '2', order: moved, later: '1' })
    expect(storedOf(page.html)).toContain('Change until May 15, 21:00 CEST')
    const final = await app.get('/game/lineup?round=3', { as })
    expect(storedOf(final.html)).toContain('Change until May 17, 21:00 CEST')
  })

  test('beside a draft there is none: it is not saved', async () => {
    const { as } = await loginWithTeam(app, 'draft-receipt')
    const page = await app.get(`/game/lineup?round=1&order=${moved}`, { as })
    expect(page.text).toContain('Unsaved Changes')
    expect(storedOf(page.html)).toBe('')
  })

  test('of a latecomer’s team, which is locked at once, stands on the dashboard with its line-up', async () => {
    await app.setClock(between)
    const as = await app.login('late-receipt')
    const page = await app.follow(await saveTeam(app, as, { intent: 'join-late:1' }), { as })
    expect(page.url).toMatch(/\/game$/)
    expect(page.text).toContain('Your line-up Automatic Change until May 15, 21:00 CEST')
    expect(hrefOf(page.html, 'Your saves')).toBe('/game/history')
  })

  test('the page leads to the line-up while a round is open, and to the results afterwards', async () => {
    const { as } = await loginWithTeam(app, 'way-on')
    const open = await app.get('/game/history', { as })
    expect([hrefOf(open.html, 'Manage Lineup'), hrefOf(open.html, 'View Results')]).toEqual([
      '/game/lineup',
      undefined,
    ])
    await app.setClock(finalDeadline)
    const closed = await app.get('/game/history', { as })
    expect([hrefOf(closed.html, 'Manage Lineup'), hrefOf(closed.html, 'View Results')]).toEqual([
      undefined,
      '/game/results',
    ])
  })

  test('in the visitor’s own time zone when it is known', async () => {
    const { as } = await loginWithTeam(app, 'zone-receipt')
    as.setCookie('tz', 'Asia%2FTokyo')
    const page = await saveLineup(as, { round: '1', order: moved })
    expect(storedOf(page.html)).toContain('Change until May 14, 04:00 GMT+9')
  })

  test('does not exist for a refused save, and the earlier save keeps its own', async () => {
    const { as } = await loginWithTeam(app, 'refused-receipt')
    const stored = storedOf((await app.get('/game/lineup', { as })).html)
    const refused = await app.post('/game/lineup', { intent: 'save', round: '1', order: 'AT' }, { as })
    expect(refused.status).toBe(422)
    expect(storedOf(refused.html)).toBe(stored)
    expect(savesOf((await history(as)).html)).toHaveLength(1)
  })
})

describe('the history', () => {
  test('tells every save, newest first: time, order, rounds, by whose hand, and what is in force', async () => {
    const { as } = await loginWithTeam(app, 'history')
    await app.setClock('2025-05-11T08:00:00Z')
    await saveLineup(as, { round: '1', order: moved })
    await saveLineup(as, { round: '1', order: moved })
    await app.setClock('2025-05-12T08:00:00Z')
    await saveTeam(app, as, { codes: ['AT', 'EE', ...affordableCodes.slice(2)], teamName: 'New lamps' })
    await app.setClock(between)
    const page = await history(as)
    expect(page.status).toBe(200)
    const team = 'Automatic line-up for the second semi-final In force Can change until May 15, 21:00 CEST'
    const saves = savesOf(page.html)
    expect(saves).toHaveLength(5)
    const [refit, newest, again, first, oldest] = saves
    expect(refit).toMatch(/^May 12, 10:00 CEST New countries filled the gaps/)
    expect(refit).toContain('Estonia Austria Germany')
    expect(refit).toContain('the first semi-final In force Locked since May 13, 21:00 CEST')
    expect(newest).toMatch(/^May 12, 10:00 CEST In force You saved New lamps Austria Estonia Germany/)
    expect(newest).toContain(team)
    expect(again).toMatch(/^May 11, 10:00 CEST You saved this line-up Greece Austria Germany/)
    expect(again).toContain('Line-up for the first semi-final Replaced')
    expect(first).toBe(again)
    expect(oldest).toMatch(/^May 10, 14:00 CEST Replaced You saved Lamps Austria Greece Germany/)
    expect(oldest).toContain('Automatic line-up for the first semi-final Replaced')
    expect(
      tagsOf(page.html, 'script').filter((tag) => tag.has('src')),
      'needs no script',
    ).toEqual([])
  })

  test('has pages of twenty; a save made meanwhile moves nothing on an older one', async () => {
    const { as } = await loginWithTeam(app, 'pages')
    for (let n = 0; n < 22; n += 1) await saveLineup(as, { round: '1', order: n % 2 ? order : moved })
    const page = await history(as)
    expect(savesOf(page.html)).toHaveLength(20)
    const older = hrefOf(page.html, 'Older saves') ?? ''
    expect(hrefOf(page.html, 'Newest saves')).toBeUndefined()
    const second = await app.get(older, { as })
    expect(savesOf(second.html)).toHaveLength(3)
    expect(hrefOf(second.html, 'Older saves')).toBeUndefined()
    expect(hrefOf(second.html, 'Newest saves')).toBe('/game/history')
    await saveLineup(as, { round: '1', order })
    expect(savesOf((await app.get(older, { as })).html)).toEqual(savesOf(second.html))
    const beyond = await history(as, '?before=1')
    expect([beyond.status, savesOf(beyond.html).length]).toEqual([200, 0])
    expect(beyond.text).toContain('Nothing was saved before.')
    for (const bad of ['0', '-1', 'x', '']) expect((await history(as, `?before=${bad}`)).status).toBe(400)
  })

  test('keeps what is in force, however old it is; beyond a thousand saves the oldest others go', async () => {
    const { as } = await loginWithTeam(app, 'thousand')
    await saveLineup(as, { round: '2', order: moved })
    await saveLineup(as, { round: '3', order: moved })
    const { id, ...third } = await app.db
      .selectFrom('receipts')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const oldest = async () => savesOf((await history(as, `?before=${id + 1}`)).html)
    const [lineupOfFinal, ...inForce] = await oldest()
    expect(lineupOfFinal).toContain('Line-up for the grand final In force')
    await app.db
      .insertInto('receipts')
      .values(Array.from({ length: maxReceipts }, () => third))
      .execute()
    for (const each of [order, moved]) await saveLineup(as, { round: '3', order: each })
    expect(await oldest()).toEqual(inForce)
    expect(inForce[0]).toContain('Line-up for the second semi-final In force')
    expect(inForce[1]).toMatch(/^May 10, 14:00 CEST In force You saved Lamps/)
    expect(inForce[1]).toContain('Automatic line-up for the first semi-final In force')
  })

  test('is private, on the page and in its .data, for every query', async () => {
    const anna = await loginWithTeam(app, 'private', { teamName: 'Hidden lamps of Anna' })
    const bjorn = await loginWithTeam(app, 'nosy', { teamName: 'Nosy' })
    const ids = await app.db.selectFrom('receipts').select('id').execute()
    const beyond = Math.max(...ids.map(({ id }) => id)) + 1
    for (const path of ['/game/history', '/game/history.data']) {
      const query = `${path}?before=${beyond}`
      expect((await app.get(query, { as: anna.as })).html).toContain('Hidden lamps of Anna')
      const others = await app.get(query, { as: bjorn.as })
      expect(others.html).toContain('Nosy')
      expect(others.html).not.toContain('Hidden lamps')
      const stranger = await app.get(query)
      expect(stranger.status).toBe(401)
      expect(stranger.html).not.toMatch(/Hidden lamps|Nosy/)
    }
    expect((await app.get('/game/history')).text).toContain('Authentication required')
  })

  test('needs a team, and is empty for one saved before there were receipts', async () => {
    const dora = await app.login('no-team')
    const missing = await history(dora)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('You have not created a team yet.')
    const { as, teamId } = await loginWithTeam(app, 'older')
    await app.db.updateTable('lineups').set({ receipt_id: null }).where('team_id', '=', teamId).execute()
    await app.db.updateTable('teams').set({ receipt_id: null }).where('id', '=', teamId).execute()
    await app.db
      .deleteFrom('receipts')
      .where('manager_id', '=', (query) =>
        query.selectFrom('teams').select('manager_id').where('id', '=', teamId),
      )
      .execute()
    const empty = await history(as)
    expect(empty.status).toBe(200)
    expect(empty.text).toContain('Your next save appears here, with its time.')
  })

  test('holds what programs save, too', async () => {
    const { as } = await loginWithTeam(app, 'program')
    const entries = await app.db.selectFrom('entries').select(['id', 'code']).execute()
    const idOf = (code: string) => entries.find((entry) => entry.code === code)?.id
    const players = moved.split('.').map(idOf)
    await app.setClock(beforeFinal)
    const body = { players }
    const sent = await sendCall(app, { method: 'POST', path: '/api/teams/mine/lineup/round/3', as, body })
    expect(sent.status).toBe(204)
    const [newest] = savesOf((await history(as)).html)
    expect(newest).toMatch(/^May 17, 14:00 CEST You saved this line-up Greece Austria/)
    expect(newest).toContain('Line-up for the grand final In force Can change until May 17, 21:00 CEST')
  })
})
