import { config } from '#app/config.server.ts'
import { NOTE_LIMIT, type Publication } from '#app/game/scoring/publication.ts'
import { equalsPoints, type ScoresDraft, scoresFromQuery } from '#app/game/scoring/scores-draft.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { throwErrorCard } from '#app/http/responses.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { listDeskEntries } from '#app/services/scoreboard/desk.server.ts'
import { listUnpublishedCorrections } from '#app/services/scoreboard/publish-basis.server.ts'
import { db } from '#db/connection.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import { countMails } from '#db/mail/outbox.server.ts'
import { findLivePublication } from '#db/scoreboard/publications.server.ts'
import { findScoredRound, listRoundScores } from '#db/scoreboard/round-scores.server.ts'

interface AdminViewParams {
  managerId: number
  contest: Contest
  round: Round
  /** Game time, epoch ms. */
  now: number
  query: URLSearchParams
}

export type AdminView = Awaited<ReturnType<typeof loadAdminView>>

/** The score page of one round. On a failure the error boundary names the round (spec section 8). */
export async function loadAdminView(params: AdminViewParams) {
  try {
    return await readAdminView(params)
  } catch (error) {
    logLine('error', 'scores-not-read', describeError(error))
    return throwErrorCard('SERVER_ERROR', { roundNumber: params.round.roundNumber })
  }
}

async function readAdminView(params: AdminViewParams) {
  const { managerId, contest, round, now, query } = params
  // The version is read before the scores: a save by another admin in between then causes a conflict, not a loss.
  const scored = await findScoredRound(db, { gameId: contest.id, roundNumber: round.roundNumber })
  const stored = await loadStoredPoints(contest, round.roundNumber)
  const draft = scoresFromQuery(query.get('scores') ?? '', [...stored.keys()])
  const entries = await listDeskEntries(db, contest, round)
  const live = await findLivePublication(db, contest.id)
  const isSaved = scored?.scoresSavedAt != null
  const changed = await listUnpublishedCorrections(db, contest.id)
  const toRound = (each: Round) => {
    const { roundNumber, title } = each
    return { roundNumber, title, state: findState(each, { now, live, changed }) }
  }
  const { confirmed } = await findMailAddresses(db, managerId)
  return {
    /** Counts of sent and waiting mails, and whether the admin can receive a test mail. */
    mails: {
      ...(await countMails(db)),
      isOn: config.mail !== undefined,
      hasAddress: confirmed !== undefined,
    },
    totals: { teams: contest.teamCount, leagues: contest.leagueCount },
    /** The year of the season that the form belongs to. */
    season: contest.year,
    rounds: contest.rounds.map(toRound),
    round: toRound(round),
    /** Version of the scores that the inputs started from: a save over a newer one is refused (D10). */
    version: readVersion(query) ?? scored?.scoresVersion ?? 0,
    inputs: entries.map(({ code, country, artist, isInShow }) => ({
      code,
      country,
      artist,
      /** Whether the country sings in the round. */
      isInShow,
      /** Whether Enter in this field has just saved the round. */
      isSavedByEnter: query.get('saved') === code,
      typed: draft[code] ?? (isSaved ? String(stored.get(code) ?? 0) : ''),
    })),
    isUnsaved: hasUnsavedScores(draft, stored),
    /** The public note of a correction; null when computing corrects nothing (D34). */
    note: changed.length > 0 ? (query.get('note') ?? '').slice(0, NOTE_LIMIT) : null,
    /** Whether its points may be published live: from the deadline on, until they are official (D34). */
    canPublishLive: round.computedAt === null && !isOpen(round, now),
    /** Whether the demo offers the real results. */
    canFill: config.isDemo,
  }
}

/** The version that a draft in the URL started from: without it a save after signing in again would overwrite silently. */
function readVersion(query: URLSearchParams): number | undefined {
  const version = /^\d{1,9}$/.exec(query.get('version') ?? '')?.[0]
  return version === undefined ? undefined : Number(version)
}

/** The stored points of a round by country code. */
export async function loadStoredPoints(contest: Contest, roundNumber: number): Promise<Map<string, number>> {
  const scores = await listRoundScores(db, { gameId: contest.id, roundNumber })
  const points = new Map(scores.map((score) => [score.entryId, score.points]))
  return new Map(contest.entries.map((entry) => [entry.code, points.get(entry.id) ?? 0]))
}

/** Whether the typed points differ from the stored ones. */
export function hasUnsavedScores(typed: ScoresDraft, stored: ReadonlyMap<string, number>): boolean {
  return Object.entries(typed).some(([code, text]) => !equalsPoints(text, stored.get(code) ?? 0))
}

interface RoundContext {
  now: number
  live: Publication | undefined
  /** The rounds that are official, with other points saved that are not published. */
  changed: readonly number[]
}

function findState(round: Round, { now, live, changed }: RoundContext) {
  if (changed.includes(round.roundNumber)) return 'changed'
  if (round.computedAt !== null) return 'computed'
  if (live?.roundNumbers.includes(round.roundNumber)) return 'live'
  if (round.scoresSavedAt !== null) return 'saved'
  return isOpen(round, now) ? 'open' : 'closed'
}
