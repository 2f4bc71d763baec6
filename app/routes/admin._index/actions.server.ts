import { config } from '#app/config.server.ts'
import { errors } from '#app/game/errors/errors.ts'
import { NOTE_LIMIT } from '#app/game/scoring/publication.ts'
import {
  findLastChanged,
  parseScores,
  type ScoresDraft,
  scoresToQuery,
} from '#app/game/scoring/scores-draft.ts'
import type { LiveProblem, PublishProblem } from '#app/game/scoring/scoring.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { listRealPoints } from '#app/game/season/season-file.ts'
import { parseName } from '#app/game/text/name.ts'
import { invalid, seeOther, seeOtherWithFlash, throwErrorResponse } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { listDeskEntries, tellUnusual } from '#app/services/scoreboard/desk.server.ts'
import { publishLive, publishRound } from '#app/services/scoreboard/publish.server.ts'
import type { Untold } from '#app/services/scoreboard/publish-basis.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { hasUnsavedScores, loadStoredPoints } from './load.server.ts'

/** Action data of a refused form. */
export interface RefusedScores {
  title: string
  text: string
  typed: ScoresDraft
  errors: Readonly<Record<string, string>>
  note: string
  noteError: string | null
  /** A press that was not done yet: what is told before it is asked for once more. */
  ask?: { text: string; confirmed: string }
  /** Set when another admin saved in between: the stored version and points. */
  conflict: { version: number; stored: Readonly<Record<string, number>> } | null
}

interface ScoresActionInput {
  contest: Contest
  round: Round
  typed: ScoresDraft
  version: number
  /** The public note of a correction, as typed. */
  note: string
  /** What the page has said before it asked for the press once more. */
  confirmed: string
  managerId: number
}

/** What each button of the form does. */
export const scoresActions = {
  enter: saveByEnter,
  fill: fillScores,
  save: (input: ScoresActionInput) => saveScores(input),
  live: publishScoresLive,
  compute: computeScores,
}

const onlySavedText =
  'The database cannot be written any more. The scores are saved, but not published. Please try again later.'
const notSavedText =
  'The database cannot be written at the moment. Nothing was saved. Please try again later.'

const noteProblems = {
  TOO_LONG: `A note has at most ${NOTE_LIMIT} characters.`,
  MALFORMED: 'This note holds characters that cannot be shown.',
} as const

/** The note of a correction: null when none was typed, with an error when it cannot be shown. */
function parseNote(typed: string): { note: string | null; error: string | null } {
  const parsed = parseName(typed, NOTE_LIMIT)
  if (parsed.ok) return { note: parsed.name, error: null }
  return { note: null, error: parsed.problem === 'MISSING' ? null : noteProblems[parsed.problem] }
}

/** Saves, and leads back to the field in which Enter was pressed: the last one that is typed anew. */
async function saveByEnter(input: ScoresActionInput) {
  const { contest, round, typed } = input
  const stored = await loadStoredPoints(contest, round.roundNumber)
  const codes = (await listDeskEntries(db, contest, round)).map(({ code }) => code)
  return saveScores(input, findLastChanged(typed, stored, codes))
}

async function saveScores(input: ScoresActionInput, enteredCode?: string) {
  const { round } = input
  const isEarly = isOpen(round, await clock(db))
  const stored = await storeScores(input)
  if (!stored.ok) return stored.refusal
  if (enteredCode !== undefined) return seeOther(`/admin?round=${round.roundNumber}&saved=${enteredCode}`)
  return seeRoundWithFlash(round, isEarly ? 'scores-saved-early' : 'scores-saved')
}

/** Saves and publishes live in one press (D34). Nothing is saved when nothing may be published. */
async function publishScoresLive(input: ScoresActionInput) {
  const { contest, round, managerId } = input
  const title = 'Not published live'
  const closed = isOpen(round, await clock(db)) ? errors.ROUND_NOT_STARTED : null
  const early = round.computedAt === null ? closed : errors.ROUND_OFFICIAL
  if (early) return refuse(input, early.text, { title, status: early.status })
  const stored = await storeScores(input)
  if (!stored.ok) return stored.refusal

  const { version: expectedVersion } = stored
  const target = { gameId: contest.id, roundNumber: round.roundNumber, expectedVersion, clock, managerId }
  const tellFirst = tellUnusual({ contest, round, isLive: true }, input.confirmed)
  const published = await tryWrite(publishLive(db, scoreboards, target, tellFirst))
  if (published === null) return refuse(input, onlySavedText, { title, status: 503 })
  if (published.ok) return seeRoundWithFlash(round, published.isNew ? 'live-published' : 'live-unchanged')
  return refuseProblem(input, published.problem, { title, press: 'Save and publish live' })
}

/** Replaces the round's scores with the typed ones (D10), or refuses with everything typed. */
async function storeScores(input: ScoresActionInput) {
  const { contest, round, typed, version, note } = input
  const no = (refusal: ReturnType<typeof refuse>) => ({ ok: false, refusal }) as const
  const parsed = parseScores(typed)
  if (!parsed.ok) return no(refuse(input, 'Nothing was saved.', { errors: parsed.errors }))
  const { error: noteError } = parseNote(note)
  if (noteError !== null) return no(refuse(input, noteError, { noteError }))

  const { points } = parsed
  const scores = contest.entries.map(({ id, code }) => ({ entryId: id, points: points.get(code) ?? 0 }))
  const target = { gameId: contest.id, roundNumber: round.roundNumber, expectedVersion: version, clock }
  const saved = await tryWrite(saveRoundScores(db, { ...target, scores }))
  if (saved === null) return no(refuse(input, notSavedText, { status: 503 }))
  if (saved.ok) return saved

  if (saved.problem !== 'SCORES_CHANGED')
    return no(refuse(input, 'These scores do not fit this round. Nothing was saved.'))
  const codes = new Map(contest.entries.map(({ id, code }) => [id, code]))
  const stored = Object.fromEntries(
    saved.scores.map((score) => [codes.get(score.entryId) ?? '', score.points]),
  )
  const text =
    'Another admin saved this round in the meantime. Both values are shown: save again to keep yours.'
  return no(refuse(input, text, { conflict: { version: saved.version, stored }, status: 409 }))
}

/** Publishes the round's results before it responds (D10). Unsaved inputs are refused and shown again. */
async function computeScores(input: ScoresActionInput) {
  const { contest, round, typed, version, managerId } = input
  const title = 'Failed to compute team scores'
  if (hasUnsavedScores(typed, await loadStoredPoints(contest, round.roundNumber))) {
    const text = 'There are unsaved inputs. Save player scores first, then compute.'
    return refuse(input, text, { title, status: 409 })
  }
  const { note, error: noteError } = parseNote(input.note)
  if (noteError !== null) return refuse(input, noteError, { title, noteError })

  const target = { gameId: contest.id, roundNumber: round.roundNumber, expectedVersion: version, clock }
  const tellFirst = tellUnusual({ contest, round }, input.confirmed)
  const published = await tryWrite(publishRound(db, scoreboards, { ...target, managerId, note }, tellFirst))
  if (published === null) return refuse(input, notSavedText, { title, status: 503 })
  if (published.ok)
    return seeRoundWithFlash(round, published.isNew ? 'compute-triggered' : 'compute-unchanged')
  return refuseProblem(input, published.problem, { title, press: 'Compute Team Scores' })
}

/** Refuses to publish, or tells what is unusual, and asks for the press once more (D3). */
function refuseProblem(
  input: ScoresActionInput,
  problem: PublishProblem | LiveProblem | Untold,
  { title, press }: { title: string; press: string },
) {
  if (typeof problem === 'string') {
    const { text, status } = errors[problem]
    return refuse(input, text, { title, status, noteError: problem === 'NOTE_MISSING' ? text : null })
  }
  const text = `${problem.toTell} Press ${press} again to publish anyway.`
  return refuse(input, '', { ask: { text, confirmed: problem.toTell }, status: 409 })
}

/** Refuses a form over the rate limit of 60 writes a minute, with everything typed (security.md). */
export function refuseTooFast(input: ScoresActionInput) {
  const text = 'Too many presses in a short time. Nothing was saved. Please try again in a minute.'
  return refuse(input, text, { title: 'Not done', status: 429 })
}

/** Shows typed scores, unsaved. */
async function showTyped({ round: { roundNumber }, version, typed, note }: ScoresActionInput) {
  return seeOther(scoresUrl({ roundNumber, version, typed, note }))
}

/** Fills the inputs with the real results of a bundled season, unsaved: for the demo (F3). */
async function fillScores(input: ScoresActionInput) {
  const { contest, round } = input
  const season = config.isDemo ? findBundledSeason(contest.year) : undefined
  if (!season) return throwErrorResponse('NOT_FOUND')
  const real = listRealPoints(season, round.roundNumber)
  const typed = Object.fromEntries(contest.entries.map(({ code }) => [code, String(real.get(code) ?? 0)]))
  return showTyped({ ...input, typed })
}

interface ScoresUrlParams extends Pick<ScoresActionInput, 'version' | 'typed' | 'note'> {
  roundNumber: number
}

/** URL of the score page with a draft, and the version that the draft started from (D10, D16). */
export function scoresUrl({ roundNumber, version, typed, note }: ScoresUrlParams): string {
  const draft = { round: String(roundNumber), version: String(version), scores: scoresToQuery(typed) }
  const query = note === '' ? draft : { ...draft, note: note.slice(0, NOTE_LIMIT) }
  return `/admin?${new URLSearchParams(query)}`
}

function seeRoundWithFlash({ roundNumber, title }: Round, code: string) {
  return seeOtherWithFlash(`/admin?round=${roundNumber}`, { code, params: { round: title } })
}

function refuse(
  { typed, note }: ScoresActionInput,
  text: string,
  { status = 422, ...more }: Partial<RefusedScores> & { status?: number } = {},
) {
  const nothingElse = { title: 'Failed to save scores', errors: {}, conflict: null, noteError: null }
  return invalid<RefusedScores>({ ...nothingElse, text, typed, note, ...more }, status)
}
