import { LRUCache } from 'lru-cache'
import { type HiddenRound, isRoundHidden, showsAll } from '#app/game/results-choice.ts'
import { countQualifiers } from '#app/game/scoring/vote-total.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLiveRound } from '#app/game/season/round.ts'
import { findEntryInShow, isInShow, isThrough, type ShowFacts } from '#app/game/season/show-state.ts'
import { type TeamLamps, toTeamLamps } from '#app/game/season/team-lamps.ts'
import { type FormattedInstant, formatTimeOfDay } from '#app/game/time/instant.ts'
import { findActiveSeason, scoreboards } from '#app/server/active-season.server.ts'
import { toEntryPositions } from '#app/services/scoreboard/lineup-columns.server.ts'
import type { SeasonResults } from '#app/services/scoreboard/past-results.server.ts'
import { indexOfTeam, type RankedRow, type Results } from '#app/services/scoreboard/results.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import { db } from '#db/connection.server.ts'
import { listTeamNames } from '#db/teams/team-names.server.ts'
import type { Versions } from '#db/versions.server.ts'
import { type BoardRow, listBoard } from './board.server.ts'

/** A round that is closed and not official yet, with the results that are shown of it. */
interface RoundOnAir {
  contest: Contest
  round: Round
  official: Results | null
  /** Live results, or the official ones of the rounds before; null without any. */
  results: Results | null
  /** The first round that is hidden (D38); null where everything is shown. */
  hidden: HiddenRound | null
}

/** What the evening is for all who are shown the same results. */
export interface Evening extends RoundOnAir {
  /** Whether live results are shown (D34). */
  isLive: boolean
  /** When these were published, in a time zone; null without any. */
  publishedIn: (timeZone: string) => FormattedInstant | null
  facts: ShowFacts
  /** The position of each entry (by id) in the line-ups in memory. */
  positionOf: ReadonlyMap<number, number>
  /** What was shown before the last press; null before the second one. */
  before: SeasonResults | null
  /** The first of all teams; null before the first results. */
  leader: RankedRow | null
  /** The countries of the final by points; empty in a semi-final. */
  board: readonly BoardRow[]
  /** How many qualifiers of a semi-final were read out, of how many; null in the final, and before its first points. */
  tally: { done: number; outOf: number } | null
  /** The song that is on stage, of how many, until the first points; null where none is. */
  song: { begun: number; outOf: number } | null
  /** How many of these countries are in the final; null in the final itself. */
  countThrough: (entryIds: readonly number[]) => number | null
  /** The lamps of a team; null in the final, without a line-up in this round, and before its first points. */
  lampsOfTeam: (teamId: number) => TeamLamps | null
  /** The names of teams by id. */
  readNames: (teamIds: readonly number[]) => Promise<ReadonlyMap<number, string>>
}

/** So many time zones are remembered. */
const maxZones = 100
/** So many names are remembered: those of teams at the top of a league. */
const maxNames = 10_000

export async function buildEvening(shown: RoundOnAir): Promise<Evening> {
  const { contest, round, official, results, hidden } = shown
  const isLive = results?.publication.kind === 'live'
  const facts = await findShowFacts(db, shown)
  const positionOf = toEntryPositions(contest.entries)
  // What was shown before may be what is hidden.
  const hasMovement = isLive && hidden === null
  return {
    contest,
    round,
    official,
    results,
    hidden,
    isLive,
    publishedIn: createTimeReader(isLive ? results : null),
    facts,
    positionOf,
    before: hasMovement ? await scoreboards.readBefore(contest, results) : null,
    leader: results?.listRows({ offset: 0, limit: 1 })[0] ?? null,
    board: isLive ? listBoard({ contest, results, round }, facts) : [],
    ...countShow(shown, { facts, isLive }),
    ...createThroughCounts(shown, { facts, positionOf }),
    readNames: createNameReader(),
  }
}

/** How far a show is: its songs until there are points, then its qualifiers. */
function countShow(
  { contest, round, hidden }: RoundOnAir,
  { facts, isLive }: Pick<Evening, 'facts' | 'isLive'>,
): Pick<Evening, 'tally' | 'song'> {
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  if (!isLive) {
    const { songsBegun: begun } = round
    const isOn = begun > 0 && begun <= singers.length && !isRoundHidden({ hidden }, round)
    return { tally: null, song: isOn ? { begun, outOf: singers.length } : null }
  }
  if (round.kind === 'final') return { tally: null, song: null }
  const done = singers.filter((entry) => findEntryInShow(facts, entry, round).state === 'through').length
  return { tally: { done, outOf: countQualifiers(singers.length) }, song: null }
}

function createTimeReader(results: Results | null): Evening['publishedIn'] {
  const known = new LRUCache<string, FormattedInstant>({ max: maxZones })
  return (timeZone) => {
    if (!results) return null
    const time = known.get(timeZone) ?? formatTimeOfDay(results.publication.publishedAt, timeZone)
    known.set(timeZone, time)
    return time
  }
}

function createThroughCounts(
  { contest, results, round }: RoundOnAir,
  { facts, positionOf }: Pick<Evening, 'facts' | 'positionOf'>,
): Pick<Evening, 'countThrough' | 'lampsOfTeam'> {
  if (round.kind === 'final') return { countThrough: () => null, lampsOfTeam: () => null }
  const shows = new Map(contest.entries.map((entry) => [entry.id, findEntryInShow(facts, entry, round)]))
  const showAt = new Map([...shows].map(([id, show]) => [positionOf.get(id), show]))
  const size = contest.lineupPercentages.length
  return {
    countThrough: (entryIds) =>
      entryIds.filter((id) => {
        const show = shows.get(id)
        return show && isThrough(show)
      }).length,
    lampsOfTeam: (teamId) => {
      const team = results && indexOfTeam(results.season.columns, teamId)
      const column = results?.season.board.rounds.find((each) => each.roundNumber === round.roundNumber)
      if (!column || team === null) return null
      // A team that joined later has no line-up: none at all, or one of zeros.
      const lineup = column.lineups.subarray(team * size, (team + 1) * size)
      const six = [...lineup].flatMap((position) => showAt.get(position) ?? [])
      return toTeamLamps(six, round, round.deadlineAt)
    },
  }
}

function createNameReader(): Evening['readNames'] {
  const known = new LRUCache<number, string>({ max: maxNames })
  return async (teamIds) => {
    const missing = teamIds.filter((id) => !known.has(id))
    for (const { teamId, teamName } of await listTeamNames(db, missing)) known.set(teamId, teamName)
    return new Map(teamIds.map((id) => [id, known.get(id) ?? '']))
  }
}

let remembered: { key: string; evening: Promise<Evening | null> } | undefined

/**
 * The evening of those who hide nothing, or null without a round on the air. It is remembered as long as nothing of it can have
 * changed: `versions` are read before, `now` is game time in epoch ms.
 */
export async function readEvening({ game, ranking }: Versions, now: number): Promise<Evening | null> {
  const key = [game, ranking, ...scoreboards.listShown()].join('-')
  if (remembered?.key !== key) remember(key, now)
  const evening = await remembered?.evening
  // A deadline changes no version.
  return evening && findLiveRound(evening.contest.rounds, now) === evening.round ? evening : loadEvening(now)
}

function remember(key: string, now: number): void {
  const evening = loadEvening(now)
  remembered = { key, evening }
  const forget = () => {
    if (remembered?.evening === evening) remembered = undefined
  }
  evening.then((found) => found ?? forget(), forget)
}

async function loadEvening(now: number): Promise<Evening | null> {
  const season = await findActiveSeason(showsAll)
  const round = season && findLiveRound(season.contest.rounds, now)
  if (!season || !round) return null
  const { contest, results: official, live, hidden } = season
  return buildEvening({ contest, round, official, results: live ?? official, hidden })
}
