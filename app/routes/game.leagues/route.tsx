import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { hasFirstRoundStarted } from '#app/game/round.ts'
import { sampleTeam } from '#app/game/sample.ts'
import { entriesOf } from '#app/game/team.ts'
import { orNotFound } from '#app/http/answers.server.ts'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { listLeaguesOfTeam } from '#db/leagues.server.ts'
import { listLeagueRanking } from '#db/rankings.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import { LeaguesPage, type LeaguesView } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs): Promise<LeaguesView> {
  const visitor = await requireManager(request)

  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const own = { gameId: contest.id, managerId: visitor.managerId }
  const team = orNotFound(await findTeamOfManager(db, own), 'TEAM_MISSING')
  const isStarted = hasFirstRoundStarted(contest.rounds, await clock(db))
  const leagues = await listLeaguesOfTeam(db, team.id)

  const generation = contest.publishedGeneration
  const tables = await Promise.all(
    leagues.map(async ({ id, leagueName, memberCount }) => ({
      id,
      leagueName,
      memberCount,
      rows: (await listLeagueRanking(db, { generation, leagueId: id, offset: 0, limit: 10 })).map((row) => ({
        id: row.teamId,
        rank: row.rank,
        sharedBy: row.tied,
        teamName: row.teamName,
        managerName: row.managerName,
        pointsHundredths: row.totalHundredths,
        isMine: row.teamId === team.id,
        href: isStarted ? `/game/results?teamId=${row.teamId}` : null,
      })),
    })),
  )
  return { lights: entriesOf(contest.entries, team.entryIds), leagues: tables }
}

export const meta: MetaFunction = () => [{ title: 'My Leagues – Douze' }]

export default function LeaguesRoute() {
  return <LeaguesPage view={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <LeaguesPage view={{ lights: sampleTeam, leagues: [] }} />
    </GameBoundary>
  )
}
