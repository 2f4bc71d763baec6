import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { changePoints, changeSongsBegun, listDeskEntries } from '#app/services/scoreboard/desk.server.ts'
import { publishLive, publishRound } from '#app/services/scoreboard/publish.server.ts'
import type { Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listEnteredPoints } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { moveDemoClock } from './move-clock.server.ts'
import { findRehearsalStep } from './rehearsal.ts'

interface Rehearsal {
  scoreboards: Scoreboards
  clock: Clock
}

/** How far a step moves game time: all steps of a final take less than four hours. */
const stepMs = 6 * 60 * 1000

/**
 * Plays the next step of a show with the real results, by the services of the desk (F8): of the first show that is closed and
 * not official, else the next one begins. False when there is none, or the season has no real results.
 */
export async function playNextStep(db: Db, { scoreboards, clock }: Rehearsal): Promise<boolean> {
  const contest = await findActiveContest(db)
  const season = contest && findBundledSeason(contest.year)
  if (!contest || !season?.entries.some(({ result }) => result)) return false
  const now = await clock(db)
  const round = contest.rounds.find((each) => each.computedAt === null)
  if (!round) return false
  if (isOpen(round, now)) {
    await beginShow(db, { contest, round, clock })
    return true
  }

  const key = { gameId: contest.id, roundNumber: round.roundNumber }
  const step = findRehearsalStep(round, await listRehearsedEntries(db, { contest, round, season }))
  await moveDemoClock(db, now + stepMs)
  if (step.kind === 'songs') return (await changeSongsBegun(db, { ...key, ...step, clock })).ok
  const publication = { ...key, expectedVersion: null, managerId: null, clock }
  if (step.kind === 'official')
    return (await publishRound(db, scoreboards, { ...publication, note: null })).ok
  const { changes } = step
  const stored = await changePoints(db, { ...key, changes, clock })
  return stored.ok && (await publishLive(db, scoreboards, publication)).ok
}

/** Moves the clock to the deadline, and takes away what was entered at an earlier rehearsal. */
async function beginShow(
  db: Db,
  { contest, round, clock }: { contest: Contest; round: Round; clock: Clock },
) {
  const key = { gameId: contest.id, roundNumber: round.roundNumber }
  const entered = await listEnteredPoints(db, key)
  const changes = entered.map(({ entryId, points }) => ({ entryId, from: points, to: null }))
  await changePoints(db, { ...key, changes, clock })
  await moveDemoClock(db, round.deadlineAt)
}

interface RehearsedShow {
  contest: Contest
  round: Round
  season: NonNullable<ReturnType<typeof findBundledSeason>>
}

async function listRehearsedEntries(db: Db, { contest, round, season }: RehearsedShow) {
  const entered = await listEnteredPoints(db, { gameId: contest.id, roundNumber: round.roundNumber })
  const points = new Map(entered.map((each) => [each.entryId, each.points]))
  const singing = (await listDeskEntries(db, contest, round)).filter(({ isInShow }) => isInShow)
  return singing.map(({ id, code, artist, runningOrder }) => ({
    entryId: id,
    artist,
    runningOrder,
    points: points.get(id) ?? null,
    result: season.entries.find((entry) => entry.code === code)?.result ?? null,
  }))
}
