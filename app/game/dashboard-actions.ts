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
export interface ActionContext {
  contest: Contest
  hasTeam: boolean
  leagueCount: number
  now: number
}

/** The four action cards with the enabling rules of spec 2, each with its text. */
export function listDashboardActions(facts: ActionContext): GameAction[] {
  const known = { ...facts, phase: findSeasonPhase(facts.contest, facts.now) }
  return [teamAction(known), lineupAction(known), resultsAction(known), leaguesAction(known)]
}

type ActionContextWithPhase = ActionContext & { phase: SeasonPhase<Round> }

function teamAction({ contest, hasTeam, now, phase }: ActionContextWithPhase): GameAction {
  const title = hasTeam ? 'Manage Team' : 'Create Your Team'
  const isEnabled = isChangeAllowed(contest.rounds, hasTeam, now)
  const text = isEnabled ? teamInvitation(hasTeam, phase) : lockReason(hasTeam, contest, phase)
  return { name: 'team', title, text, isEnabled }
}

function teamInvitation(hasTeam: boolean, { last }: SeasonPhase<Round>): string {
  if (hasTeam) return 'Change your six until the first show begins.'
  return last ? 'Join late: saving locks your six.' : 'Six countries, 100 million euros.'
}

/** Why a team cannot change. Without a team the game is over after the final's deadline (spec 2). */
function lockReason(hasTeam: boolean, { rounds }: Contest, { name }: SeasonPhase<Round>): string {
  if (!hasTeam || name === 'concluded') return 'The game has concluded.'
  return `Teams have been locked since the ${lowerFirst(rounds[0]?.title ?? 'first show')} began.`
}

function lineupAction({ hasTeam, phase }: ActionContextWithPhase): GameAction {
  const title = 'Manage Lineup'
  const { next } = phase
  if (!hasTeam) return { name: 'lineup', title, text: noTeamReason(phase), isEnabled: false }
  if (!next) return { name: 'lineup', title, text: closedReason(phase), isEnabled: false }
  return { name: 'lineup', title, text: `Set your order for the ${next.title}.`, isEnabled: true }
}

/** Why no line-up can be changed: every round is closed. */
function closedReason({ name, last }: SeasonPhase<Round>): string {
  return name === 'on-air' && last ? `The ${last.title} is on the air.` : 'All rounds are closed.'
}

function resultsAction({ contest, hasTeam, phase }: ActionContextWithPhase): GameAction {
  const title = 'View Results'
  if (!hasTeam) return { name: 'results', title, text: noTeamReason(phase), isEnabled: false }
  if (!phase.last)
    return { name: 'results', title, text: 'Opens when the first show begins.', isEnabled: false }
  const computed = contest.rounds.filter((round) => round.computedAt !== null).length
  const text = `${computed} of ${contest.rounds.length} rounds scored.`
  return { name: 'results', title, text, isEnabled: true }
}

function leaguesAction({ hasTeam, leagueCount, phase }: ActionContextWithPhase): GameAction {
  const title = 'View Leagues'
  if (!hasTeam) return { name: 'leagues', title, text: noTeamReason(phase), isEnabled: false }
  const text = leagueCount === 1 ? 'You play in 1 league.' : `You play in ${leagueCount} leagues.`
  return {
    name: 'leagues',
    title,
    text: leagueCount === 0 ? 'Play against people you know.' : text,
    isEnabled: true,
  }
}

function noTeamReason({ next }: SeasonPhase<Round>): string {
  return next ? 'Create your team first.' : 'Needs a team.'
}

/** A round title in the middle of a sentence. */
function lowerFirst(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
