import { config } from '#app/config.server.ts'
import type { Contest, Round } from '#app/game/contest.ts'
import { isOpen } from '#app/game/round.ts'
import { readScores, type ScoresDraft, scoresToQuery } from '#app/game/scores-draft.ts'
import { realScores } from '#app/game/season.ts'
import { askAgain, go, goWithNote, problem } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { scoreboards } from '#app/scoreboards.server.ts'
import { publishRound } from '#app/services/scoreboard/publish.server.ts'
import { saveRoundScores } from '#app/services/scoring.server.ts'
import { findBundledSeason } from '#app/services/seasons.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { isDifferent, loadStored } from './load.server.ts'
import type { RefusedScores } from './view.ts'

const notWritten = 'The database cannot be written at the moment. Nothing was saved. Please try again later.'

interface Asked {
  contest: Contest
  round: Round
  typed: ScoresDraft
  version: number
  /** The admin. */
  managerId: number
}

/** Saves the typed scores in place of the round's (D10), or asks again with everything kept. */
export async function saveScores({ contest, round, typed, version }: Asked) {
  const read = readScores(typed)
  if (!read.ok)
    return refuse(typed, 'Failed to save scores', 'Some inputs are no scores. Nothing was saved.', {
      errors: read.errors,
    })

  const scores = contest.entries.map(({ id, code }) => ({ entryId: id, points: read.points.get(code) ?? 0 }))
  const wanted = {
    gameId: contest.id,
    roundNumber: round.roundNumber,
    scores,
    expectedVersion: version,
    clock,
  }
  const saved = await attempt(saveRoundScores(db, wanted))
  if (saved === null) return refuse(typed, 'Failed to save scores', notWritten, { status: 503 })
  if (saved.ok)
    return goWithNote(`/admin?round=${round.roundNumber}`, {
      code: isOpen(round, await clock(db)) ? 'scores-saved-early' : 'scores-saved',
      params: { round: round.title },
    })

  if (saved.problem !== 'SCORES_CHANGED') {
    return refuse(typed, 'Failed to save scores', 'These scores do not fit this round. Nothing was saved.')
  }
  const codes = new Map(contest.entries.map((entry) => [entry.id, entry.code]))
  const stored = Object.fromEntries(
    saved.scores.map(({ entryId, points }) => [codes.get(entryId) ?? '', points]),
  )
  const text =
    'Another admin saved this round meanwhile. Both values are shown: save again to put yours in place.'
  return refuse(typed, 'Failed to save scores', text, {
    conflict: { version: saved.version, stored },
    status: 409,
  })
}

const refusals = {
  ROUND_MISSING: 'This game has no such round.',
  ROUND_NOT_STARTED: 'The round has not started yet. Its scores can be computed from its deadline on.',
  SCORES_MISSING: 'Save player scores for this round first.',
  SCORES_CHANGED: 'Another admin saved this round meanwhile. Look at its scores, then compute.',
} as const

/** Publishes the round's results (D10): they are in force when the page answers. Unsaved inputs are refused and kept. */
export async function computeScores({ contest, round, typed, version, managerId }: Asked) {
  const title = 'Failed to compute team scores'
  const stored = await loadStored(db, contest, round.roundNumber)
  if (isDifferent(typed, stored)) {
    return refuse(typed, title, 'There are unsaved inputs. Save player scores first, then compute.', {
      status: 409,
    })
  }
  const wanted = { gameId: contest.id, roundNumber: round.roundNumber, expectedVersion: version }
  const published = await attempt(publishRound(db, scoreboards, { ...wanted, managerId, note: null, clock }))
  if (published === null) return refuse(typed, title, notWritten, { status: 503 })
  if (!published.ok) {
    return refuse(typed, title, refusals[published.problem], {
      status: published.problem === 'SCORES_MISSING' ? 422 : 409,
    })
  }
  return goWithNote(`/admin?round=${round.roundNumber}`, {
    code: published.isNew ? 'compute-triggered' : 'compute-unchanged',
    params: { round: round.title },
  })
}

/** Asks for a minute's rest with everything typed kept: 60 writes in a minute are the limit (security.md). */
export function refuseHaste({ typed }: Asked) {
  const text = 'Too many presses in a short time. Nothing was saved. Please try again in a minute.'
  return refuse(typed, 'Not done', text, { status: 429 })
}

/** Fills the inputs with the real results of a bundled season, unsaved: a help of the demo (F3). */
export function fillScores({ contest, round, version }: Asked) {
  const season = config.isDemo ? findBundledSeason(contest.year) : undefined
  if (!season) return problem('NOT_FOUND', 404)
  const real = realScores(season, round.roundNumber)
  const typed = Object.fromEntries(contest.entries.map(({ code }) => [code, String(real.get(code) ?? 0)]))
  return go(deskUrl({ roundNumber: round.roundNumber, version, typed }))
}

/** The desk with a draft in its address, and the version that the draft started from (D10, D16). */
export function deskUrl(of: { roundNumber: number; version: number; typed: ScoresDraft }): string {
  const { roundNumber, version, typed } = of
  const query = { round: String(roundNumber), version: String(version), scores: scoresToQuery(typed) }
  return `/admin?${new URLSearchParams(query)}`
}

function refuse(
  typed: ScoresDraft,
  title: string,
  text: string,
  { errors = {}, conflict = null, status = 422 }: Partial<RefusedScores> & { status?: number } = {},
) {
  const refused: RefusedScores = { title, text, typed, errors, conflict }
  return askAgain(refused, status)
}
