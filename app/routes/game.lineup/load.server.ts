import { listAbsentEntries } from '#app/game/lineup/automatic-lineup.ts'
import { hasUnsavedLineup, type LineupDraft, lineupDraftFromQuery } from '#app/game/lineup/lineup-draft.ts'
import type { Entry, Round } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { type RoundView, toRoundView } from '#app/game/season/round-view.ts'
import { findEntryInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import { type ShowStateView, type ShowTextContext, toShowStateView } from '#app/game/season/show-text.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import { formatShowTime } from '#app/game/time/show-day.ts'
import { cookies } from '#app/http/cookies/cookie.server.ts'
import { formatOwner } from '#app/http/cookies/draft-cookies.server.ts'
import { orNotFound, throwErrorResponse } from '#app/http/responses.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'

/** A round with the team's line-up for it. */
export interface LineupRound extends RoundView {
  /** The stored order, as codes; automatic until the manager saved one (D8). */
  stored: readonly string[]
  isAutomatic: boolean
  /** Whether an automatic order has entries that are not in this show: they are ranked last (D8). */
  hasAbsent: boolean
  /** When it is, for the viewer: 'on Tuesday', 'tonight'. */
  when: string
  /** Each of the team's countries in this show, by code: its lamp's state, and the words beside it (D35). */
  shows: Readonly<Record<string, ShowStateView>>
}

export type LineupView = Awaited<ReturnType<typeof loadLineup>>

type TeamContext = GameContext & { team: Team }

interface DraftParams {
  managerId: number
  query: URLSearchParams
  /** The draft that was left unsaved (D52). */
  left: URLSearchParams | null
}

/** The page for a round of the query, or for the next round; with the draft that was left, if the query has none. */
export async function loadLineup(db: Db, game: TeamContext, params: DraftParams) {
  const { contest } = game
  const rounds = await loadRounds(db, game)
  const { query, isLeft } = mergeDraft(rounds, params)
  const next = orNotFound(
    rounds.find((round) => round.isNext),
    'NEXT_ROUND_MISSING',
  )
  const round = query.has('round') ? findRound(rounds, query.get('round')) : next
  // A redirect would discard the action's message about a save at the deadline (spec 8).
  const draft: LineupDraft = round.isOpen
    ? lineupDraftFromQuery(query, round.roundNumber, round.stored)
    : lineupDraftFromQuery(new URLSearchParams(), next.roundNumber, next.stored)
  return {
    draft,
    /** Whether the draft was left unsaved, and is back (D52). */
    isBack: isLeft && hasUnsavedLineup(draft, findRound(rounds, draft.roundNumber).stored),
    draftCookie: `${cookies.lineupDraft.name}=${formatOwner({ managerId: params.managerId, gameId: contest.id })}`,
    /** The year of the season that the form belongs to. */
    season: contest.year,
    /** Title of the requested round when its deadline has passed: the page says so and shows the next open one. */
    closedTitle: round.isOpen ? null : round.title,
    rounds,
    next: toNextDeadlineView(game, next === rounds.at(-1)),
    entries: game.teamEntries,
    percentages: contest.lineupPercentages,
    /** Whether the draft opens a dialog; the root reads it too. */
    hasDialog:
      draft.details !== null || rounds.some((each) => each.roundNumber === draft.switchTo && each.isOpen),
  }
}

const draftFields = ['round', 'order', 'later', 'base']

/** The query with the order that was left for its round, or for any round where it names none. */
function mergeDraft(rounds: readonly LineupRound[], { query, left }: DraftParams) {
  const isOpen = ({ roundNumber, isOpen }: LineupRound) =>
    isOpen && String(roundNumber) === left?.get('round')
  const wanted = query.get('round') ?? left?.get('round')
  if (!left || query.has('order') || wanted !== left.get('round') || !rounds.some(isOpen))
    return { query, isLeft: false }
  return {
    query: new URLSearchParams([...query, ...[...left].filter(([field]) => draftFields.includes(field))]),
    isLeft: true,
  }
}

interface ShowParams extends ShowTextContext {
  facts: ShowFacts
}

/** The season's rounds with the team's line-up for each. */
export async function loadRounds(db: Db, game: TeamContext): Promise<LineupRound[]> {
  const { contest, team, lineups, now, timeZone, hidden } = game
  const facts = await findShowFacts(db, game)
  return contest.rounds.map((round) => {
    const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
    const entries = pickEntriesById(contest.entries, lineup?.entryIds ?? team.entryIds)
    const absent = listAbsentEntries(contest, round, facts.official)
    const isAutomatic = lineup?.isAutomatic ?? true
    return {
      ...toRoundView(round, game),
      stored: entries.map((entry) => entry.code),
      isAutomatic,
      hasAbsent: isAutomatic && entries.some((entry) => absent.has(entry.id)),
      when: formatShowTime(round.deadlineAt, now, timeZone),
      shows: findShowStates(entries, round, { facts, rounds: contest.rounds, now, timeZone, hidden }),
    }
  })
}

function findShowStates(entries: readonly Entry[], round: Round, { facts, ...context }: ShowParams) {
  return Object.fromEntries(
    entries.map((entry) => {
      const inShow = findEntryInShow(facts, entry, round)
      return [entry.code, toShowStateView(inShow, round, context)]
    }),
  )
}

/** The round with this number. Ends the request with 404 when there is none. */
export function findRound(rounds: readonly LineupRound[], roundNumber: number | string | null): LineupRound {
  const round = rounds.find((each) => String(each.roundNumber) === String(roundNumber))
  return round ?? throwErrorResponse('ROUND_MISSING')
}
