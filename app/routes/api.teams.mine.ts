import { toCountryCodes } from '#app/api/player.ts'
import { teamDraft, toMyTeam } from '#app/api/team.ts'
import { readEndpoint, writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import type { Problem } from '#app/game/problems.ts'
import { isChangeAllowed } from '#app/game/season/round.ts'
import { json, readJson, readStored, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { getErrorMessage } from '#app/ui/messages/team-messages.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** GET: the caller's team. POST: creates or changes it. */
export const loader = readEndpoint('manager', async ({ managerId }) => json(await readMyTeam(managerId)))

export const action = writeEndpoint('manager', 'save', async ({ request, managerId }) => {
  const { players, ...names } = await readJson(request, teamDraft)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

  const input = { ...names, codes: toCountryCodes(contest.entries, players) }
  const saved = await saveTeam(db, { managerId, input, clock })

  return saved.ok ? json(await readStored(readMyTeam(managerId))) : refuseTeam(saved.problems)
})

/** Read after a save, and the season too: its team count tells the scoreboard of a new team. */
async function readMyTeam(managerId: number) {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const team = await findTeamOfManager(db, { gameId: contest.id, managerId })
  const standing = team && (await scoreboards.read(contest))?.findStanding(team.id)
  const mayChange = isChangeAllowed(contest.rounds, team !== undefined, await clock(db))
  return toMyTeam({ contest, team, standing, isChangeAllowed: mayChange })
}

function refuseTeam(problems: readonly Problem[]): never {
  if (problems.includes('ACCOUNT_MISSING')) return throwApiError('UNAUTHENTICATED')
  if (problems.includes('ACTIVE_GAME_MISSING')) return throwApiError('ACTIVE_GAME_MISSING')
  const closed = problems.find((each) => each === 'TEAM_CHANGE_NOT_ALLOWED' || each === 'GAME_CONCLUDED')
  if (closed) return throwApiError('TEAM_CHANGE_NOT_ALLOWED', getErrorMessage(closed).text)
  return throwFieldErrors(
    Object.fromEntries(problems.map((each) => [findField(each), getErrorMessage(each).text])),
  )
}

/** The field of the payload with this problem. */
function findField(problem: Problem): 'teamName' | 'managerName' | 'players' {
  if (problem.startsWith('TEAM_NAME')) return 'teamName'
  return problem.startsWith('MANAGER_NAME') ? 'managerName' : 'players'
}
