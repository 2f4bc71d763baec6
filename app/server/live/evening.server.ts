import { LRUCache } from 'lru-cache'
import { type HiddenRound, showsAll } from '#app/game/results-choice.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLastRound, findLiveRound, findNextRound } from '#app/game/season/round.ts'
import { isInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import { type FormattedInstant, formatTimeOfDay } from '#app/game/time/instant.ts'
import { findActiveSeason, scoreboards } from '#app/server/active-season.server.ts'
import { readFinalVote } from '#app/services/scoreboard/final-vote.server.ts'
import { toEntryPositions } from '#app/services/scoreboard/lineup-columns.server.ts'
import { retryBeforeMs, type SeasonResults } from '#app/services/scoreboard/past-results.server.ts'
import { hasPointsOf, type Results } from '#app/services/scoreboard/results.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import { clock, db, systemNow } from '#db/connection.server.ts'
import { listEnteredPoints } from '#db/scoreboard/round-scores.server.ts'
import { listTeamNames } from '#db/teams/team-names.server.ts'
import { type LiveVersions, readLiveVersions } from './live-etag.server.ts'
import { computeShow } from './show.server.ts'

/** A round that is closed and not official yet, with the results that are shown of it. */
export interface RoundOnAir {
  contest: Contest
  round: Round
  official: Results | null
  /** Live results, or the official ones of the rounds before; null without any. */
  results: Results | null
  /** The first round that is hidden (D38); null where everything is shown. */
  hidden: HiddenRound | null
}

/** What the evening is for all who are shown the same results. */
export type Evening = Awaited<ReturnType<typeof buildEvening>>

/** So many time zones are remembered. */
const maxZones = 100
/** So many names are remembered: those of teams at the top of a league. */
const maxNames = 10_000

export async function buildEvening(shown: RoundOnAir) {
  const { contest, round, official, results, hidden } = shown
  const isLive = results?.publication.kind === 'live'
  const season = await findShowFacts(db, shown)
  const vote = await readFinalVote(db, { ...shown, facts: season })
  const facts = { ...season, vote }
  const hasPoints = isLive && hasPointsOf(results, round.roundNumber)
  const entered = await listEnteredPoints(db, { gameId: contest.id, roundNumber: round.roundNumber })
  const enteredAt = new Map(entered.map(({ entryId, changedAt }) => [entryId, changedAt ?? 0]))
  const positionOf = toEntryPositions(contest.entries)
  // What was shown before may be what is hidden, and before the first points of this show it is of an earlier one.
  const hasMovement = hasPoints && hidden === null
  return {
    contest,
    round,
    official,
    results,
    hidden,
    /** Whether points of this show are live (D34): those of an earlier one may be, before this one has any. */
    hasPoints,
    /** When these were published, in a time zone; null without any. */
    publishedIn: createTimeReader(isLive ? results : null),
    /** The position of each entry (by id) in the line-ups in memory. */
    positionOf,
    /** What was shown before the last press; null before the second one. */
    before: hasMovement ? await readBefore(contest, results) : null,
    /** What a place among all teams takes in the final; null before its first points, and in a semi-final. */
    findTotals:
      hasPoints && round.kind === 'final'
        ? await scoreboards.readTopTotals(contest, results, round.roundNumber)
        : null,
    /** The countries of the final by points; empty in a semi-final. */
    board: hasPoints ? listBoard(shown, facts) : [],
    ...computeShow(shown, { facts, positionOf, hasPoints, enteredAt }),
    /** The names of teams by id. */
    readNames: createNameReader(),
  }
}

/** The countries of the final by points, equal ones in order of their names; empty in a semi-final. */
function listBoard({ contest, results, round }: RoundOnAir, facts: ShowFacts) {
  if (round.kind !== 'final') return []
  const points = new Map(
    results?.pointsOf(round.roundNumber).map(({ entryId, points }) => [entryId, points]) ?? [],
  )
  const rows = contest.entries
    .filter((entry) => isInShow(facts, entry, round))
    .map(({ id, code, country }) => ({ entryId: id, code, country, points: points.get(id) ?? 0 }))
    .sort((a, b) => b.points - a.points)
  return rows.map((row) => ({ ...row, rank: 1 + rows.findIndex((other) => other.points === row.points) }))
}

/** What was shown before a press; null where that was live without points: everybody shared the first place. */
async function readBefore(contest: Contest, results: Results): Promise<SeasonResults | null> {
  const before = await scoreboards.readBefore(contest, results)
  const newestRound = before?.results.publication.roundNumbers.at(-1) ?? 0
  return before && hasPointsOf(before.results, newestRound) ? before : null
}

function createTimeReader(results: Results | null) {
  const known = new LRUCache<string, FormattedInstant>({ max: maxZones })
  return (timeZone: string): FormattedInstant | null => {
    if (!results) return null
    const time = known.get(timeZone) ?? formatTimeOfDay(results.publication.publishedAt, timeZone)
    known.set(timeZone, time)
    return time
  }
}

function createNameReader() {
  const known = new LRUCache<number, string>({ max: maxNames })
  return async (teamIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
    const missing = teamIds.filter((id) => !known.has(id))
    for (const { teamId, teamName } of await listTeamNames(db, missing)) known.set(teamId, teamName)
    return new Map(teamIds.map((id) => [id, known.get(id) ?? '']))
  }
}

/** The evening of those who hide nothing, and the number of the round that closed last: 0 before the first. */
interface CurrentEvening {
  /** Null without a round on the air. */
  evening: Evening | null
  lastRound: number
  /** How long it lasts, in system time (epoch ms): until a deadline, which changes no version, or until a load is tried again. */
  until: number
}

let remembered: { key: string; current: Promise<CurrentEvening>; until: number } | undefined

/** The versions were read before the evening. */
type VersionedEvening = CurrentEvening & { versions: LiveVersions }

let eveningOfTurn: Promise<VersionedEvening> | undefined

/**
 * The evening now, read once for all who ask in one turn of the event loop, so at most that old. Rejected while the database is away.
 */
export function readEveningOnce(): Promise<VersionedEvening> {
  if (eveningOfTurn === undefined) {
    eveningOfTurn = readEvening()
    setImmediate(() => {
      eveningOfTurn = undefined
    })
  }
  return eveningOfTurn
}

/** Remembered as long as nothing of it can have changed. */
async function readEvening(): Promise<VersionedEvening> {
  const versions = await readLiveVersions()
  const { game, ranking, shown } = versions
  const key = [game, ranking, ...shown].join('-')
  if (remembered?.key !== key || systemNow() >= remembered.until) remembered = remember(key)
  return { versions, ...(await remembered.current) }
}

function remember(key: string) {
  const entry = { key, current: loadEvening(), until: Number.POSITIVE_INFINITY }
  entry.current.then(
    ({ until }) => {
      entry.until = until
    },
    () => {
      if (remembered === entry) remembered = undefined
    },
  )
  return entry
}

async function loadEvening(): Promise<CurrentEvening> {
  const season = await findActiveSeason(showsAll)
  const now = await clock(db)
  const { rounds } = season?.contest ?? { rounds: [] }
  const [next, last] = [findNextRound(rounds, now), findLastRound(rounds, now)]
  const deadlineAt = next ? systemNow() + next.deadlineAt - now : Number.POSITIVE_INFINITY
  const round = findLiveRound(rounds, now)
  const evening =
    season && round
      ? await buildEvening({
          ...season,
          round,
          official: season.results,
          results: season.live ?? season.results,
        })
      : null
  return { evening, lastRound: last?.roundNumber ?? 0, until: Math.min(deadlineAt, findRetryAt(evening)) }
}

/** When what could not be loaded is loaded again, in system time (epoch ms); infinite where all could. */
function findRetryAt(evening: Evening | null): number {
  if (!evening) return Number.POSITIVE_INFINITY
  const { results, before, hasPoints, round, findTotals } = evening
  const isBeforeMissing = results && !before && scoreboards.isBeforeMissing(results)
  const areTotalsMissing = hasPoints && round.kind === 'final' && !findTotals
  return isBeforeMissing || areTotalsMissing ? systemNow() + retryBeforeMs : Number.POSITIVE_INFINITY
}
