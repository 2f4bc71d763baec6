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
import type { AdminRound, AdminView } from './view.ts'

interface AdminViewParams {
  managerId: number
  contest: Contest
  round: Round
  /** Game time, epoch ms. */
  now: number
  query: URLSearchParams
}

/** The score page of one round. On a failure the error boundary names the round (spec section 8). */
export async function loadAdminView(params: AdminViewParams): Promise<AdminView> {
  try {
    return await readAdminView(params)
  } catch (error) {
    logLine('error', 'scores-not-read', describeError(error))
    return throwErrorCard('SERVER_ERROR', { roundNumber: params.round.roundNumber })
  }
}

async function readAdminView(params: AdminViewParams): Promise<AdminView> {
  const { managerId, contest, round, now, query } = params
  // The version is read before the scores: a save by another admin in between then causes a conflict, not a loss.
  const scored = await findScoredRound(db, { gameId: contest.id, roundNumber: round.roundNumber })
  const stored = await loadStoredPoints(contest, round.roundNumber)
  const draft = scoresFromQuery(query.get('scores') ?? '', [...stored.keys()])
  const entries = await listDeskEntries(db, contest, round)
  const live = await findLivePublication(db, contest.id)
  const isSaved = scored?.scoresSavedAt != null
  const changed = await listUnpublishedCorrections(db, contest.id)
  const toRound = (each: Round): AdminRound => {
    const known = toAdminRound(each, now, live)
    return changed.includes(each.roundNumber) ? { ...known, state: 'changed' } : known
  }
  const { confirmed } = await findMailAddresses(db, managerId)
  return {
    mails: {
      ...(await countMails(db)),
      isOn: config.mail !== undefined,
      hasAddress: confirmed !== undefined,
    },
    totals: { teams: contest.teamCount, leagues: contest.leagueCount },
    season: contest.year,
    rounds: contest.rounds.map(toRound),
    round: toRound(round),
    version: readVersion(query) ?? scored?.scoresVersion ?? 0,
    inputs: entries.map(({ code, country, artist, isInShow }) => ({
      code,
      country,
      artist,
      isInShow,
      isSavedByEnter: query.get('saved') === code,
      typed: draft[code] ?? (isSaved ? String(stored.get(code) ?? 0) : ''),
      storedNow: null,
      error: null,
    })),
    isUnsaved: hasUnsavedScores(draft, stored),
    note: changed.length > 0 ? (query.get('note') ?? '').slice(0, NOTE_LIMIT) : null,
    canPublishLive: round.computedAt === null && !isOpen(round, now),
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

function toAdminRound(round: Round, now: number, live: Publication | undefined): AdminRound {
  const { roundNumber, title } = round
  if (round.computedAt !== null) return { roundNumber, title, state: 'computed' }
  if (live?.roundNumbers.includes(roundNumber)) return { roundNumber, title, state: 'live' }
  if (round.scoresSavedAt !== null) return { roundNumber, title, state: 'saved' }
  return { roundNumber, title, state: isOpen(round, now) ? 'open' : 'closed' }
}
