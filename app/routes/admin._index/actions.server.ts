import { config } from '#app/config.server.ts'
import { NOTE_LIMIT } from '#app/game/scoring/publication.ts'
import { parseScores, type ScoresDraft, scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { listRealPoints } from '#app/game/season/season-file.ts'
import { parseName } from '#app/game/text/name.ts'
import { invalid, seeOther, seeOtherWithFlash, throwErrorResponse } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { hasUnsavedScores, loadStoredPoints } from './load.server.ts'
import type { RefusedScores } from './view.ts'

const notSavedText =
  'The database cannot be written at the moment. Nothing was saved. Please try again later.'

interface ScoresActionInput {
  contest: Contest
  round: Round
  typed: ScoresDraft
  version: number
  /** The public note of a correction, as typed. */
  note: string
  managerId: number
}

const noteProblems = {
  'too-long': `A note has at most ${NOTE_LIMIT} characters.`,
  malformed: 'This note holds characters that cannot be shown.',
} as const

/** The note of a correction: null when none was typed, with an error when it cannot be shown. */
function parseNote(typed: string): { note: string | null; error: string | null } {
  const parsed = parseName(typed, NOTE_LIMIT)
  if (parsed.ok) return { note: parsed.name, error: null }
  return { note: null, error: parsed.problem === 'missing' ? null : noteProblems[parsed.problem] }
}

/** Replaces the round's scores with the typed ones (D10), or refuses with everything typed. */
export async function saveScores({ contest, round, typed, version, note }: ScoresActionInput) {
  const parsed = parseScores(typed)
  if (!parsed.ok)
    return refuse(typed, 'Failed to save scores', 'Some inputs are no scores. Nothing was saved.', {
      note,
      errors: parsed.errors,
    })
  const { error: noteError } = parseNote(note)
  if (noteError !== null) return refuse(typed, 'Failed to save scores', noteError, { note, noteError })

  const scores = contest.entries.map(({ id, code }) => ({
    entryId: id,
    points: parsed.points.get(code) ?? 0,
  }))
  const input = {
    gameId: contest.id,
    roundNumber: round.roundNumber,
    scores,
    expectedVersion: version,
    clock,
  }
  const saved = await tryWrite(saveRoundScores(db, input))
  if (saved === null) return refuse(typed, 'Failed to save scores', notSavedText, { note, status: 503 })
  if (saved.ok)
    return seeOtherWithFlash(`/admin?round=${round.roundNumber}`, {
      code: isOpen(round, await clock(db)) ? 'scores-saved-early' : 'scores-saved',
      params: { round: round.title },
    })

  if (saved.problem !== 'SCORES_CHANGED') {
    return refuse(typed, 'Failed to save scores', 'These scores do not fit this round. Nothing was saved.', {
      note,
    })
  }
  const codes = new Map(contest.entries.map((entry) => [entry.id, entry.code]))
  const stored = Object.fromEntries(
    saved.scores.map(({ entryId, points }) => [codes.get(entryId) ?? '', points]),
  )
  const text =
    'Another admin saved this round meanwhile. Both values are shown: save again to put yours in place.'
  return refuse(typed, 'Failed to save scores', text, {
    note,
    conflict: { version: saved.version, stored },
    status: 409,
  })
}

const publishProblemTexts = {
  ROUND_MISSING: 'This game has no such round.',
  ROUND_NOT_STARTED: 'The round has not started yet. Its scores can be computed from its deadline on.',
  SCORES_MISSING: 'Save player scores for this round first.',
  SCORES_CHANGED: 'Another admin saved this round meanwhile. Look at its scores, then compute.',
  NOTE_MISSING: 'This corrects points that are public. Say in a sentence what was wrong.',
} as const

/** Publishes the round's results before it responds (D10). Unsaved inputs are refused and shown again. */
export async function computeScores({ contest, round, typed, version, note, managerId }: ScoresActionInput) {
  const title = 'Failed to compute team scores'
  const stored = await loadStoredPoints(db, contest, round.roundNumber)
  if (hasUnsavedScores(typed, stored)) {
    return refuse(typed, title, 'There are unsaved inputs. Save player scores first, then compute.', {
      note,
      status: 409,
    })
  }
  const parsedNote = parseNote(note)
  if (parsedNote.error !== null)
    return refuse(typed, title, parsedNote.error, { note, noteError: parsedNote.error })
  const input = { gameId: contest.id, roundNumber: round.roundNumber, expectedVersion: version }
  const published = await tryWrite(
    publishRound(db, scoreboards, {
      ...input,
      managerId,
      note: parsedNote.note,
      clock,
    }),
  )
  if (published === null) return refuse(typed, title, notSavedText, { note, status: 503 })
  if (!published.ok) {
    const text = publishProblemTexts[published.problem]
    const isInput = published.problem === 'SCORES_MISSING' || published.problem === 'NOTE_MISSING'
    const noteError = published.problem === 'NOTE_MISSING' ? text : null
    return refuse(typed, title, text, { note, noteError, status: isInput ? 422 : 409 })
  }
  return seeOtherWithFlash(`/admin?round=${round.roundNumber}`, {
    code: published.isNew ? 'compute-triggered' : 'compute-unchanged',
    params: { round: round.title },
  })
}

/** Refuses a form over the rate limit of 60 writes a minute, with everything typed (security.md). */
export function refuseTooFast({ typed, note }: ScoresActionInput) {
  const text = 'Too many presses in a short time. Nothing was saved. Please try again in a minute.'
  return refuse(typed, 'Not done', text, { note, status: 429 })
}

/** Fills the inputs with the real results of a bundled season, unsaved: for the demo (F3). */
export function fillScores({ contest, round, version, note }: ScoresActionInput) {
  const season = config.isDemo ? findBundledSeason(contest.year) : undefined
  if (!season) return throwErrorResponse('NOT_FOUND', 404)
  const real = listRealPoints(season, round.roundNumber)
  const typed = Object.fromEntries(contest.entries.map(({ code }) => [code, String(real.get(code) ?? 0)]))
  return seeOther(scoresUrl({ roundNumber: round.roundNumber, version, typed, note }))
}

/** URL of the score desk with a draft, and the version that the draft started from (D10, D16). */
export function scoresUrl(input: {
  roundNumber: number
  version: number
  typed: ScoresDraft
  note: string
}): string {
  const { roundNumber, version, typed, note } = input
  const draft = { round: String(roundNumber), version: String(version), scores: scoresToQuery(typed) }
  const query = note === '' ? draft : { ...draft, note: note.slice(0, NOTE_LIMIT) }
  return `/admin?${new URLSearchParams(query)}`
}

function refuse(
  typed: ScoresDraft,
  title: string,
  text: string,
  {
    errors = {},
    conflict = null,
    note = '',
    noteError = null,
    status = 422,
  }: Partial<RefusedScores> & { status?: number } = {},
) {
  const refused: RefusedScores = { title, text, typed, errors, conflict, note, noteError }
  return invalid(refused, status)
}
