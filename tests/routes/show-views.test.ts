import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { showsAll } from '#app/game/results-choice.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { formatInstant } from '#app/game/time/instant.ts'
import { loadLineup } from '#app/routes/game.lineup/load.server.ts'
import { loadResults } from '#app/routes/game.results/load.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeam } from '#db/teams/teams.server.ts'
import { openScoreboardWorld, type ScoreboardWorld } from '../services/scoreboard/scoreboard-world.ts'

/**
 * What the line-up page and the results page are told about who sings (D35), in the real season of 2025. Belgium,
 * Estonia and Ukraine are in the first semi-final, Greece and Latvia in the second; Italy is in the final by right.
 * Belgium fails.
 */
let world: ScoreboardWorld
let teamId: number
const zurich = 'Europe/Zurich'
const monday = '2025-05-12T10:00:00Z'
const wednesday = '2025-05-14T12:00:00Z'
const thursday = '2025-05-15T12:00:00Z'
const saturday = '2025-05-17T12:00:00Z'
const sunday = '2025-05-18T08:00:00Z'

beforeEach(async () => {
  world = await openScoreboardWorld()
  teamId = await world.addTeam('Lamps', ['ee', 'gr', 'be', 'it', 'lv', 'ua'], { isAutomatic: true })
})
afterEach(() => world.close())

async function publishAt(instant: string, roundNumber: 1 | 2 | 3) {
  world.setClock(instant)
  await world.saveRealPoints(roundNumber)
  expect((await world.publish(roundNumber)).ok).toBe(true)
}

async function loadContext(now: string, timeZone = zurich) {
  world.setClock(now)
  const contest = await findActiveContest(world.db)
  const team = await findTeam(world.db, { gameId: world.gameId, teamId })
  if (!contest || !team) throw new Error('The season or the team is missing')
  const results = await world.results()
  return {
    visitor: { managerId: 1, isAdmin: false, rolesFrom: null, sessionHash: '', resultsChoice: showsAll },
    contest,
    team,
    teamEntries: pickEntriesById(contest.entries, team.entryIds),
    results,
    official: results,
    live: null,
    hidden: null,
    revealedRound: Number.POSITIVE_INFINITY,
    lineups: await listCurrentLineups(world.db, {
      contest,
      official: results,
      revealedRound: Number.POSITIVE_INFINITY,
      team,
    }),
    lineup: undefined,
    lamps: [],
    now: Date.parse(now),
    timeZone,
    print: (at: number) => ({ text: formatInstant(at, timeZone), iso: new Date(at).toISOString() }),
  }
}

/** The line-up page of a round: 'EE waiting: Sings 4th on Tuesday' in order of position. */
async function lineupRows(now: string, roundNumber: number, timeZone = zurich) {
  const view = await loadLineup(world.db, await loadContext(now, timeZone), {
    managerId: 1,
    query: new URLSearchParams(),
    left: null,
  })
  const round = view.rounds.find((each) => each.roundNumber === roundNumber)
  return round?.stored.map((code) => `${code} ${round.shows[code]?.state}: ${round.shows[code]?.text}`)
}

/** The results page of a round: 'EE through: Through, 50', with the reason after a zero. */
async function resultRows(now: string, roundNumber: number) {
  const context = await loadContext(now)
  const round = context.contest.rounds.find((each) => each.roundNumber === roundNumber)
  if (!round) throw new Error('There is no such round')
  const { lines } = await loadResults(world.db, { ...context, isOwn: true, round })
  return lines.map(
    ({ entry, show, points, zeroReason }) =>
      `${entry.code} ${show.state}: ${show.text}, ${points}${zeroReason === null ? '' : ` (${zeroReason})`}`,
  )
}

describe('the line-up says who sings, singers first:', () => {
  test('before the first semi-final', async () => {
    expect(await lineupRows(monday, 1)).toEqual([
      'EE ready: Sings 4th on Tuesday',
      'BE ready: Sings 9th on Tuesday',
      'UA ready: Sings 5th on Tuesday',
      'GR absent: Thursday',
      'IT absent: Already in the final',
      'LV absent: Thursday',
    ])
    expect(await lineupRows(monday, 3)).toEqual([
      'EE ready: Not through yet',
      'GR ready: Not through yet',
      'BE ready: Not through yet',
      'IT ready: Sings on Saturday',
      'LV ready: Not through yet',
      'UA ready: Not through yet',
    ])
  })

  test('between the semi-finals', async () => {
    await publishAt(wednesday, 1)
    expect(await lineupRows(thursday, 2)).toEqual([
      'GR ready: Sings 7th tonight',
      'LV ready: Sings 4th tonight',
      'EE absent: Through',
      'BE out: Out',
      'IT absent: Already in the final',
      'UA absent: Through',
    ])
    expect(await lineupRows(thursday, 3)).toEqual([
      'EE ready: Sings on Saturday',
      'GR ready: Not through yet',
      'IT ready: Sings on Saturday',
      'LV ready: Not through yet',
      'UA ready: Sings on Saturday',
      'BE out: Out',
    ])
  })

  test('before the final, with its running order once both semi-finals are official', async () => {
    await publishAt(wednesday, 1)
    expect(await lineupRows(saturday, 3)).toContain('EE ready: Sings tonight')
    await publishAt(saturday, 2)
    expect(await lineupRows(saturday, 3)).toEqual([
      'EE ready: Sings 3rd tonight',
      'GR ready: Sings 17th tonight',
      'IT ready: Sings 14th tonight',
      'LV ready: Sings 11th tonight',
      'UA ready: Sings 7th tonight',
      'BE out: Out',
    ])
  })

  test('by the visitor’s own day', async () => {
    expect((await lineupRows('2025-05-13T12:00:00Z', 1, 'America/New_York'))?.[0]).toBe(
      'EE ready: Sings 4th today',
    )
    expect((await lineupRows('2025-05-13T12:00:00Z', 1, 'Australia/Sydney'))?.slice(0, 4)).toEqual([
      'EE ready: Sings 4th on Wednesday',
      'BE ready: Sings 9th on Wednesday',
      'UA ready: Sings 5th on Wednesday',
      'GR absent: Friday',
    ])
  })
})

test('no page has the final’s running order before it may be told', async () => {
  await publishAt(wednesday, 1)
  const view = await loadLineup(world.db, await loadContext(thursday), {
    managerId: 1,
    query: new URLSearchParams(),
    left: null,
  })
  expect(JSON.stringify(view)).not.toContain('finalRunningOrder')
  expect(JSON.stringify(view.rounds.at(-1))).not.toMatch(/Sings \d/)
})

describe('results give the state, and the reason for a zero:', () => {
  test('not before they are official', async () => {
    expect(await resultRows('2025-05-13T20:00:00Z', 1)).toEqual([
      'EE waiting: Sings 4th tonight, null',
      'BE waiting: Sings 9th tonight, null',
      'UA waiting: Sings 5th tonight, null',
      'GR absent: Thursday, null',
      'IT absent: Already in the final, null',
      'LV absent: Thursday, null',
    ])
    expect((await resultRows(wednesday, 1))[0]).toBe('EE waiting: Waiting for the results, null')
  })

  test('of a semi-final', async () => {
    await publishAt(wednesday, 1)
    expect(await resultRows(wednesday, 1)).toEqual([
      'EE through: Through, 50',
      'BE out: Out, 0 (Sang, did not qualify)',
      'UA through: Through, 50',
      'GR absent: Thursday, 0 (Did not sing)',
      'IT absent: Already in the final, 0 (Did not sing)',
      'LV absent: Thursday, 0 (Did not sing)',
    ])
    await publishAt(saturday, 2)
    expect((await resultRows(saturday, 2)).slice(2)).toEqual([
      'EE absent: Through, 0 (Did not sing)',
      'BE out: Out, 0 (Did not sing)',
      'IT absent: Already in the final, 0 (Did not sing)',
      'UA absent: Through, 0 (Did not sing)',
    ])
  })

  test('of the final, where a singer may have none', async () => {
    await publishAt(wednesday, 1)
    await publishAt(saturday, 2)
    world.setClock(sunday)
    await world.savePoints(3, { ee: 356, gr: 231, it: 256, lv: 158 })
    await world.publish(3)
    expect(await resultRows(sunday, 3)).toEqual([
      'EE sung: Won · 356, 356',
      'GR sung: 3rd · 231, 231',
      'IT sung: 2nd · 256, 256',
      'LV sung: 4th · 158, 158',
      'UA sung: 5th · 0, 0',
      'BE out: Out, 0 (Did not qualify)',
    ])
  })
})
