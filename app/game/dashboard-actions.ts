import type { Contest, Round } from './season/contest.ts'
import { isChangeAllowed } from './season/round.ts'
import { findSeasonPhase, type SeasonPhase } from './season/season-phase.ts'

/** One of the dashboard's four action cards: a link, or the reason why it is disabled (spec 2). */
export interface GameAction {
  name: 'team' | 'lineup' | 'results' | 'leagues'
  title: string
  text: string
  isEnabled: boolean
}

/** The input of the action cards. `now` in epoch ms. */
interface ActionContext {
  contest: Contest
  hasTeam: boolean
  leagueCount: number
  now: number
}

/** The four action cards with the enabling rules of spec 2, each with its text. */
export function listDashboardActions({ contest, hasTeam, leagueCount, now }: ActionContext): GameAction[] {
  const phase = findSeasonPhase(contest, now)
  const isTeamOpen = isChangeAllowed(contest.rounds, hasTeam, now)
  const noTeamReason = hasTeam ? null : phase.next ? 'Create your team first.' : 'Needs a team.'
  const closedReason = phase.next ? null : describeClosedRounds(phase)
  const resultsReason = phase.last ? null : 'Opens when the first show begins.'
  const computed = contest.rounds.filter((round) => round.computedAt !== null).length
  return [
    toAction(
      'team',
      hasTeam ? 'Manage Team' : 'Create Your Team',
      describeTeamChange(hasTeam, phase),
      isTeamOpen ? null : describeTeamLock(hasTeam, contest, phase),
    ),
    toAction(
      'lineup',
      'Manage Lineup',
      `Set your order for the ${phase.next?.title ?? ''}.`,
      noTeamReason ?? closedReason,
    ),
    toAction(
      'results',
      'View Results',
      `${computed} of ${contest.rounds.length} rounds scored.`,
      noTeamReason ?? resultsReason,
    ),
    toAction('leagues', 'View Leagues', describeLeagues(leagueCount), noTeamReason),
  ]
}

/** An action with its text; with a reason, it is disabled. */
function toAction(name: GameAction['name'], title: string, text: string, reason: string | null): GameAction {
  return { name, title, text: reason ?? text, isEnabled: reason === null }
}

function describeTeamChange(hasTeam: boolean, { last }: SeasonPhase<Round>): string {
  if (hasTeam) return 'Change your six until the first show begins.'
  return last ? 'Join late: saving locks your six.' : 'Six countries, 100 million euros.'
}

/** Why a team cannot change. Without a team the game is over after the final's deadline (spec 2). */
function describeTeamLock(hasTeam: boolean, { rounds }: Contest, { name }: SeasonPhase<Round>): string {
  if (!hasTeam || name === 'concluded') return 'The game has concluded.'
  const title = rounds[0]?.title ?? 'first show'
  return `Teams have been locked since the ${title.charAt(0).toLowerCase()}${title.slice(1)} began.`
}

function describeClosedRounds({ name, last }: SeasonPhase<Round>): string {
  return name === 'on-air' && last ? `The ${last.title} is on the air.` : 'All rounds are closed.'
}

function describeLeagues(count: number): string {
  if (count === 0) return 'Play against people you know.'
  return count === 1 ? 'You play in 1 league.' : `You play in ${count} leagues.`
}
