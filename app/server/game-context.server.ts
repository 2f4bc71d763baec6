import type { Visitor } from '#app/auth/permissions.ts'
import type { Contest, Entry } from '#app/game/season/contest.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import {
  createInstantFormatter,
  type InstantFormatter,
  resolveTimeZone,
} from '#app/http/cookies/time-zone.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { findActiveSeason } from './active-season.server.ts'

/** What a page of the game starts from. */
export interface GameContext<Who extends Visitor | null = Visitor> {
  visitor: Who
  contest: Contest
  /** The visitor's team in this season. */
  team: Team | undefined
  /** The team's entries in team order; empty without a team. */
  teamEntries: readonly Entry[]
  /** Game time, epoch ms. */
  now: number
  /** The visitor's, or the host city's (D19). */
  timeZone: string
  print: InstantFormatter
}

/** The same with results; null before the first publication. */
export interface ResultsContext extends GameContext {
  results: Results | null
}

/** The active season and the visitor's team in it. Ends the request with 404 without a season. */
export async function loadGame<Who extends Visitor | null>(
  request: Request,
  visitor: Who,
): Promise<GameContext<Who>> {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  return loadTeam(request, visitor, contest)
}

/** The same with the results of one publication. */
export async function loadGameWithResults(request: Request, visitor: Visitor): Promise<ResultsContext> {
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  return { ...(await loadTeam(request, visitor, contest)), results }
}

async function loadTeam<Who extends Visitor | null>(
  request: Request,
  visitor: Who,
  contest: Contest,
): Promise<GameContext<Who>> {
  const team = visitor
    ? await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
    : undefined
  return {
    visitor,
    contest,
    team,
    teamEntries: pickEntriesById(contest.entries, team?.entryIds ?? []),
    now: await clock(db),
    timeZone: resolveTimeZone(request, contest.timeZone).timeZone,
    print: createInstantFormatter(request, contest.timeZone),
  }
}
