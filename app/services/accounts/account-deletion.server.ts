import { isRankingPlacePreserved } from '#app/game/account-deletion.ts'
import { decideLeagueSuccession } from '#app/game/league.ts'
import { leaveLeagueInTransaction } from '#app/services/leagues/manage-league.server.ts'
import {
  anonymiseTeam,
  deleteManager,
  deleteTeam,
  listTeamsOfManager,
  type SeasonTeam,
} from '#db/accounts/accounts.server.ts'
import { findManager } from '#db/accounts/managers.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { runErasingTransaction } from '#db/engine.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { findLongestStandingMember } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { insertSentForm } from '#db/sent-forms.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/** What a deletion would do now, for the confirmation page. */
export type DeletionPlan = Awaited<ReturnType<typeof planDeletion>>

/**
 * Plans the deletion of an account. New league owners are named: the members of their leagues know their names
 * anyway.
 */
export async function planDeletion(db: Db, managerId: number, now: number) {
  const teams = await listTeamsOfManager(db, managerId)
  const leagues = (await Promise.all(teams.map((team) => planLeagues(db, managerId, team)))).flat()
  return {
    /** Of some teams the place in the ranking remains, anonymised. */
    teams: teams.map((team) => ({
      year: team.year,
      teamName: team.teamName,
      isRankingPlacePreserved: isRankingPlacePreserved(team, now),
    })),
    /** Leagues that continue without the member. */
    left: leagues.flatMap(({ leagueName, succession }) => (succession.kind === 'left' ? [leagueName] : [])),
    transferred: leagues.flatMap(({ leagueName, succession }) =>
      succession.kind === 'transferred' ? [{ leagueName, successor: succession.successor.managerName }] : [],
    ),
    deleted: leagues.flatMap(({ leagueName, succession }) =>
      succession.kind === 'deleted' ? [leagueName] : [],
    ),
  }
}

async function planLeagues(db: Db, managerId: number, team: SeasonTeam) {
  const leagues = await listLeaguesOfTeam(db, team.id)
  return Promise.all(
    leagues.map(async ({ id, leagueName, ownerId }) => {
      const successor = await findLongestStandingMember(db, { leagueId: id, exceptTeamId: team.id })
      return { leagueName, succession: decideLeagueSuccession({ isOwner: ownerId === managerId, successor }) }
    }),
  )
}

interface DeletionParams {
  managerId: number
  clock: Clock
  /** The form's idempotency key: the same form sent again gets the same response. */
  formKey: string | undefined
}

/**
 * Deletes an account with its data, in one transaction: its leagues continue without it, its places in rankings are
 * anonymised, and everything else is deleted and overwritten (docs/decisions/0006). False when the account did not
 * exist.
 */
export async function deleteAccount(db: Db, { managerId, clock, formKey }: DeletionParams): Promise<boolean> {
  return runErasingTransaction(db, async (tx) => {
    if (!(await findManager(tx, managerId))) return false
    const now = await clock(tx)
    for (const team of await listTeamsOfManager(tx, managerId)) {
      for (const league of await listLeaguesOfTeam(tx, team.id))
        await leaveLeagueInTransaction({ tx, league, team, isOwner: league.ownerId === managerId, now })
      await (isRankingPlacePreserved(team, now) ? anonymiseTeam(tx, team.id) : deleteTeam(tx, team))
    }
    await deleteManager(tx, managerId)
    if (formKey) await insertSentForm(tx, { formKey, madeId: 0, now })
    for (const topic of ['game', 'ranking'] as const) await bumpVersion(tx, topic)
    return true
  })
}
