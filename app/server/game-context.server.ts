import type { Visitor } from '#app/auth/permissions.ts'
import { limitId } from '#app/game/limit-id.ts'
import { resolveLineups } from '#app/game/lineup/automatic-lineup.ts'
import { type Lamp, toLamps } from '#app/game/lineup/lamps.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { HiddenRound } from '#app/game/results-choice.ts'
import type { Contest, Entry, Round } from '#app/game/season/contest.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import { type FormattedInstant, formatTimeOfDay } from '#app/game/time/instant.ts'
import { readResultsChoice } from '#app/http/cookies/results-choice.server.ts'
import {
  createInstantFormatter,
  type InstantFormatter,
  resolveTimeZone,
} from '#app/http/cookies/time-zone.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findTeam, findTeamWithLineups } from '#db/teams/teams.server.ts'
import { type ActiveSeason, findActiveSeason } from './active-season.server.ts'

/** What a page of the game starts from, with the results of one publication. */
export interface GameContext<Who extends Visitor | null = Visitor> {
  visitor: Who
  contest: Contest
  /** What is shown: live results while a round is live (D34), else the official ones; null before any. */
  results: Results | null
  /** The official results, which alone decide who sings and what an automatic line-up is; null before the first. */
  official: Results | null
  /** When the live results that are shown were published, by the visitor's clock; null for official ones. */
  live: FormattedInstant | null
  /** The first round whose results are known, but hidden from the visitor (D38); null without one. */
  hidden: HiddenRound | null
  /** The newest round whose results may be shown; infinite where none are hidden. */
  revealedRound: number
  /** The visitor's team in this season. */
  team: Team | undefined
  /** The team's entries in team order; empty without a team. */
  teamEntries: readonly Entry[]
  /** The team's line-ups by round, as they count (D8). */
  lineups: readonly Lineup[]
  /** That for the next show, or for the last one once all are closed. */
  lineup: CurrentLineup | undefined
  /** The six in the order of that line-up; empty without a team. */
  lamps: readonly Lamp[]
  /** Game time, epoch ms. */
  now: number
  /** The visitor's, or the host city's (D19). */
  timeZone: string
  print: InstantFormatter
}

interface CurrentLineup {
  round: Round
  isAutomatic: boolean
  /** In the order that counts (D8). */
  entries: readonly Entry[]
}

/**
 * The active season and the visitor's team in it. Ends the request with 404 without a season. `choice` says what is hidden
 * (D38), where that is not the visitor's whose team it is.
 */
export async function loadGame<Who extends Visitor | null>(
  request: Request,
  visitor: Who,
  choice = readResultsChoice(request, visitor),
): Promise<GameContext<Who>> {
  return orNotFound(await findGame(request, visitor, choice), 'ACTIVE_GAME_MISSING')
}

/** The same, or undefined without a season. */
export async function findGame<Who extends Visitor | null>(
  request: Request,
  visitor: Who,
  choice = readResultsChoice(request, visitor),
): Promise<GameContext<Who> | undefined> {
  const season = await findActiveSeason(choice)
  if (!season) return undefined
  const { contest } = season
  const now = await clock(db)
  const round = findNextRound(contest.rounds, now) ?? contest.rounds.at(-1)
  const { results: official, live } = season
  const { timeZone } = resolveTimeZone(request, contest.timeZone)
  return {
    contest,
    results: live ?? official,
    official,
    live: live && formatTimeOfDay(live.publication.publishedAt, timeZone),
    hidden: season.hidden,
    revealedRound: season.revealedRound,
    ...(await findOwn(season, visitor, { round, now })),
    visitor,
    now,
    timeZone,
    print: createInstantFormatter(request, contest.timeZone),
  }
}

/** Any team of the season by the id in a query. Ends the request with 404 for anything else. */
export async function requireTeamOfQuery(
  { contest }: Pick<GameContext, 'contest'>,
  teamId: string,
): Promise<Team> {
  const isId = /^[1-9]\d{0,14}$/.test(teamId)
  const team = isId ? await findTeam(db, { gameId: contest.id, teamId: limitId(Number(teamId)) }) : undefined
  return orNotFound(team, 'NOT_FOUND')
}

/** The visitor's team in a season with its line-ups, as they count (D8). */
export async function findOwnTeam(
  { contest, official, revealedRound }: Pick<GameContext, 'contest' | 'official' | 'revealedRound'>,
  { managerId }: Visitor,
): Promise<(Pick<GameContext, 'lineups'> & { team: Team }) | undefined> {
  const own = await findTeamWithLineups(db, { gameId: contest.id, managerId })
  if (!own) return undefined
  const lineups = resolveLineups(own.lineups, {
    season: contest,
    rounds: contest.rounds,
    team: own.team.entryIds,
    official: official?.season.points ?? [],
    revealedRound,
  })
  return { team: own.team, lineups }
}

/** The visitor's team with its line-ups, and what it has for a round. */
async function findOwn(
  { contest, results, live, revealedRound }: ActiveSeason,
  visitor: Visitor | null,
  { round, now }: { round: Round | undefined; now: number },
) {
  const own = visitor && (await findOwnTeam({ contest, official: results, revealedRound }, visitor))
  if (!own) return { team: undefined, teamEntries: [], lineups: [], lineup: undefined, lamps: [] }
  const { entries, rounds } = contest
  const { team, lineups } = own
  const official = results?.season.points ?? []
  const lineup = lineups.find((each) => each.roundNumber === round?.roundNumber)
  const teamEntries = pickEntriesById(entries, team.entryIds)
  const ordered = lineup ? pickEntriesById(entries, lineup.entryIds) : teamEntries
  return {
    team,
    teamEntries,
    lineups,
    lineup: round && lineup ? { round, isAutomatic: lineup.isAutomatic, entries: ordered } : undefined,
    lamps: round ? toLamps(ordered, { rounds, official, live: live?.season.points ?? [], round, now }) : [],
  }
}
