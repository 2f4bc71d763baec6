import { nameRound } from '#app/game/season/round-name.ts'
import type { Contest, Round } from './season/contest.ts'
import { isChangeAllowed } from './season/round.ts'
import { findSeasonPhase, type SeasonPhase } from './season/season-phase.ts'

/** One of the dashboard's four actions: a link, or disabled for a reason (spec 2). */
export interface GameAction {
  name: 'team' | 'lineup' | 'results' | 'leagues'
  title: string
  /** Why it is disabled; null while it is a link. */
  reason: string | null
}

/** The input of the actions. `now` in epoch ms. */
interface ActionContext {
  contest: Contest
  hasTeam: boolean
  now: number
}

/** The four actions with the enabling rules of spec 2. */
export function listDashboardActions({ contest, hasTeam, now }: ActionContext): GameAction[] {
  const phase = findSeasonPhase(contest, now)
  const isTeamOpen = isChangeAllowed(contest.rounds, hasTeam, now)
  const noTeamReason = hasTeam ? null : phase.next ? 'Create your team first' : 'Needs a team'
  const closedReason = phase.next ? null : describeClosedRounds(phase)
  const resultsReason = phase.last ? null : 'After the first show'
  return [
    {
      name: 'team',
      title: hasTeam ? 'Manage Team' : 'Create Your Team',
      reason: isTeamOpen ? null : describeTeamLock(hasTeam, phase),
    },
    { name: 'lineup', title: 'Manage Lineup', reason: noTeamReason ?? closedReason },
    { name: 'results', title: 'View Results', reason: noTeamReason ?? resultsReason },
    { name: 'leagues', title: 'View Leagues', reason: noTeamReason },
  ]
}

/** Why a team cannot change. Without a team the game is over after the final's deadline (spec 2). */
function describeTeamLock(hasTeam: boolean, { name }: SeasonPhase<Round>): string {
  return !hasTeam || name === 'concluded' ? 'The game has concluded' : 'Locked since the first show'
}

function describeClosedRounds({ name, last }: SeasonPhase<Round>): string {
  return name === 'on-air' && last ? `The ${nameRound(last.title)} is on the air` : 'All rounds are closed'
}
