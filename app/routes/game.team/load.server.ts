import { toSearchNames } from '#app/game/season/country-names.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { findMissedRounds, findSeasonPhase } from '#app/game/season/season-phase.ts'
import { hasUnsavedTeam, teamDraftFromQuery, toTeamDraft } from '#app/game/team/team-draft.ts'
import { formatDayName } from '#app/game/time/show-day.ts'
import { cookies } from '#app/http/cookies/cookie.server.ts'
import { formatOwner } from '#app/http/cookies/draft-cookies.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type CountryNote, loadCountryNotes } from './country-notes.server.ts'

export type TeamView = Awaited<ReturnType<typeof loadTeam>>

/** The page with the draft of the query, or with the one that was `left` unsaved (D52). */
export async function loadTeam(
  db: Db,
  game: GameContext,
  { managerId, query, left }: { managerId: number; query: URLSearchParams; left: URLSearchParams | null },
) {
  const { contest, team, now } = game
  const stored = toTeamDraft(team, contest.entries)
  const merged = mergeDraft(query, left)
  const draft = teamDraftFromQuery(merged, stored, contest)
  // A hand-typed URL must not open a save's dialog for an incomplete team.
  const isComplete = draft.codes.length === contest.teamSize
  const [isConfirming, isNaming] = [draft.isConfirming && isComplete, draft.isNaming && isComplete]
  const notes = await loadCountryNotes(db, game)
  const missedRounds = team ? null : findMissedRounds(contest.rounds, now)
  return {
    draft: { ...draft, isConfirming, isNaming },
    stored,
    /** Codes of the stored six in the order of their line-up, which is that of the lamps on every page. */
    lampOrder: game.lamps.map((lamp) => lamp.code),
    /** The year of the season that the form belongs to. */
    season: contest.year,
    rules: { entries: contest.entries, budgetTenths: contest.budgetTenths, teamSize: contest.teamSize },
    /** What the search finds them by besides. */
    names: toSearchNames(contest.entries),
    notes,
    choices: [
      { value: 'all', name: `All ${contest.entries.length}` },
      { value: 'fits', name: 'Fits' },
      ...listShows(notes, game),
    ],
    hasTeam: team !== undefined,
    /** Whether the draft was left unsaved, and is back (D52). */
    isBack: merged !== query && hasUnsavedTeam(draft, stored),
    draftCookie: `${cookies.teamDraft.name}=${formatOwner({ managerId, gameId: contest.id })}`,
    /** Null with a team, before the first show, and after the last deadline. */
    missedRounds,
    /** Whether the draft opens a dialog; the root reads it too. */
    hasDialog: draft.details !== null || isNaming || (isConfirming && missedRounds !== null),
    /** No round is open any more: the page may be explored, saving is off (D7). */
    isConcluded: findSeasonPhase(contest, now).next === undefined,
    /** A stored team can change until then. */
    next: toNextDeadlineView(game, team !== undefined),
  }
}

const draftFields = ['picks', 'teamName', 'managerName', 'base']

/** The query with the fields of the draft that was left; a query with a draft of its own stays as it is. */
function mergeDraft(query: URLSearchParams, left: URLSearchParams | null): URLSearchParams {
  if (!left || draftFields.some((field) => query.has(field))) return query
  return new URLSearchParams([...query, ...[...left].filter(([field]) => draftFields.includes(field))])
}

/** The shows that the list of countries can be narrowed to: 'Tuesday', 'Thursday', 'Final'. */
function listShows(notes: Record<string, CountryNote>, { contest, now, timeZone }: GameContext) {
  const singers = Object.values(notes)
  return contest.rounds
    .filter(({ roundNumber }) => singers.some((note) => note.roundNumber === roundNumber))
    .map(({ roundNumber, kind, deadlineAt }) => ({
      value: String(roundNumber),
      name: kind === 'final' ? 'Final' : formatDayName(deadlineAt, now, timeZone),
    }))
}
