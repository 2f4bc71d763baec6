import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nameRound } from '#app/game/season/round-name.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { afterEnd, before, loginWithTeam } from '#tests/support/game-steps.ts'
import { hrefOf } from '#tests/support/html.ts'
import { type IcsPart, parseIcs, partsOf, textIn } from '#tests/support/ics.ts'
import { openWorld } from '#tests/support/world.ts'

/** The deadlines as a calendar that anybody can subscribe to. */
let app: App
const season = findBundledSeason(2025)
if (!season) throw new Error('There is no season 2025')

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

async function read() {
  const answer = await app.get('/deadlines.ics')
  expect(answer.status).toBe(200)
  return { answer, calendar: parseIcs(answer.html), events: partsOf(parseIcs(answer.html), 'VEVENT') }
}

function instantOf(event: IcsPart): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(textIn(event, 'DTSTART')) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const moved = (minutes: number) => ({
  ...season,
  rounds: season.rounds.map((round) =>
    round.roundNumber === 3 ? { ...round, deadlineAt: round.deadlineAt + minutes * 60_000 } : round,
  ),
})

test('holds exactly the deadlines of the season, as a calendar for everybody', async () => {
  const { answer, calendar, events } = await read()
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('no-cache')
  expect(answer.headers.get('Set-Cookie')).toBeNull()
  expect(season.rounds.length).toBeGreaterThan(2)
  expect(events.map(instantOf)).toEqual(season.rounds.map((round) => round.deadlineAt))
  for (const [index, round] of season.rounds.entries())
    expect(events[index] && textIn(events[index], 'SUMMARY')).toContain(nameRound(round.title))
  expect(new Set(events.map((event) => textIn(event, 'UID'))).size).toBe(events.length)
  expect(textIn(calendar, 'SOURCE')).toBe('http://localhost:3000/deadlines.ics')
})

test('is the same whoever asks, and whatever the demo’s clock says', async () => {
  const { answer } = await read()
  await app.setClock(afterEnd)
  expect((await read()).answer.html).toBe(answer.html)
  const { as } = await loginWithTeam(app, 'late-reader').catch(async () => ({
    as: await app.login('reader'),
  }))
  as.setCookie('tz', 'Asia%2FTokyo')
  expect((await app.get('/deadlines.ics', { as })).html).toBe(answer.html)
})

describe('a season that is edited', () => {
  test('moves the same event, and only that one, as a later revision', async () => {
    const old = (await read()).events
    const at = Date.parse('2026-01-02T03:04:05Z')
    expect(await loadSeason(app.db, moved(30), at)).toMatchObject({ ok: true })
    const { events } = await read()
    const names = ['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART'] as const
    const facts = (event: IcsPart | undefined) => names.map((name) => event && textIn(event, name))
    expect(events.slice(0, 2).map(facts)).toEqual(old.slice(0, 2).map(facts))
    expect(facts(old[2])[1]).toBe('0')
    expect(facts(events[2])).toEqual([facts(old[2])[0], '1', '20260102T030405Z', '20250517T193000Z'])
    const price = { ...moved(30), entries: season.entries.map((each) => ({ ...each, priceTenths: 10 })) }
    await loadSeason(app.db, price, at + 86_400_000)
    expect((await read()).events.map(facts), 'a new price is no revision').toEqual(events.map(facts))
    await loadSeason(app.db, season, at + 86_400_000)
    expect(facts((await read()).events[2]).slice(1)).toEqual(['2', '20260103T030405Z', '20250517T190000Z'])
  })

  test('shows the next one from its activation on, and nothing without an active game', async () => {
    const next = findBundledSeason(2026)
    if (!next) throw new Error('There is no season 2026')
    const uids = (await read()).events.map((event) => textIn(event, 'UID'))
    await loadSeason(app.db, next)
    await activateSeason(app.db, 2026)
    const { events } = await read()
    expect(events.map(instantOf)).toEqual(next.rounds.map((round) => round.deadlineAt))
    expect(events.filter((event) => uids.includes(textIn(event, 'UID')))).toEqual([])
    await app.db.updateTable('games').set({ is_active: 0 }).execute()
    await app.markChanged(['game'])
    expect((await read()).events).toEqual([])
    await activateSeason(app.db, 2025)
    expect((await read()).events).toHaveLength(3)
  })
})

test('is linked from the dashboard', async () => {
  const { as } = await loginWithTeam(app, 'linked-from')
  const page = await app.get('/game', { as })
  expect(hrefOf(page.html, 'Add all three deadlines to your calendar')).toBe(
    'http://localhost:3000/deadlines.ics',
  )
  expect(page.html, 'nothing to subscribe with before there is https').not.toContain('webcal:')
})
