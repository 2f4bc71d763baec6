import type { Contest } from './contest.ts'
import { findLastRound, findNextRound, isChangeAllowed } from './round.ts'

/** One of the dashboard's four action cards: a way on, or the reason why there is none (spec 2). */
export interface GameAction {
  name: 'team' | 'lineup' | 'results' | 'leagues'
  title: string
  text: string
  isEnabled: boolean
}

/** What the action cards depend on. `now` in epoch ms. */
export interface ActionFacts {
  contest: Contest
  hasTeam: boolean
  leagueCount: number
  now: number
}

/** The four action cards with the enabling rules of spec 2, each with its reason or its invitation. */
export function listActions(facts: ActionFacts): GameAction[] {
  return [teamAction(facts), lineupAction(facts), resultsAction(facts), leaguesAction(facts)]
}

function teamAction({ contest, hasTeam, now }: ActionFacts): GameAction {
  const title = hasTeam ? 'Manage Team' : 'Create Your Team'
  const isEnabled = isChangeAllowed(contest.rounds, hasTeam, now)
  const next = findNextRound(contest.rounds, now)
  const reason = next
    ? `Teams have been locked since the ${lowerFirst(contest.rounds[0]?.title ?? 'first show')} began.`
    : 'The game has concluded.'
  const invitation = hasTeam
    ? 'Change your six until the first show begins.'
    : 'Six countries, 100 million euros.'
  return { name: 'team', title, text: isEnabled ? invitation : reason, isEnabled }
}

function lineupAction({ contest, hasTeam, now }: ActionFacts): GameAction {
  const next = findNextRound(contest.rounds, now)
  const title = 'Manage Lineup'
  if (!hasTeam) return { name: 'lineup', title, text: 'Create your team first.', isEnabled: false }
  if (!next) return { name: 'lineup', title, text: 'All rounds are over.', isEnabled: false }
  return { name: 'lineup', title, text: `Set your order for the ${next.title}.`, isEnabled: true }
}

function resultsAction({ contest, hasTeam, now }: ActionFacts): GameAction {
  const title = 'View Results'
  const computed = contest.rounds.filter((round) => round.computedAt !== null).length
  if (!hasTeam) return { name: 'results', title, text: 'Create your team first.', isEnabled: false }
  if (!findLastRound(contest.rounds, now)) {
    return { name: 'results', title, text: 'Opens when the first show begins.', isEnabled: false }
  }
  return {
    name: 'results',
    title,
    text: `${computed} of ${contest.rounds.length} rounds scored.`,
    isEnabled: true,
  }
}

function leaguesAction({ hasTeam, leagueCount }: ActionFacts): GameAction {
  const title = 'View Leagues'
  if (!hasTeam) return { name: 'leagues', title, text: 'Create your team first.', isEnabled: false }
  const text = leagueCount === 1 ? 'You play in 1 league.' : `You play in ${leagueCount} leagues.`
  return {
    name: 'leagues',
    title,
    text: leagueCount === 0 ? 'Play against people you know.' : text,
    isEnabled: true,
  }
}

/** A title in the middle of a sentence. */
function lowerFirst(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}
