import { qualifierPoints } from '#app/game/scoring/vote-total.ts'
import type { Round } from '#app/game/season/contest.ts'
import type { SeasonFileEntry } from '#app/game/season/season-file.ts'

/** How many songs one step plays. */
const songsPerStep = 5

/** A country of a show that is rehearsed: the points entered for it, and its real result. */
export interface RehearsedEntry extends Pick<SeasonFileEntry, 'artist' | 'result'> {
  entryId: number
  /** Its place in the running order; null while it is not public. */
  runningOrder: number | null
  points: number | null
}

/** What the next press of a rehearsal does (F8). */
export type RehearsalStep =
  | { kind: 'songs'; from: number; to: number }
  | { kind: 'points'; changes: readonly { entryId: number; from: number | null; to: number }[] }
  | { kind: 'official' }

/**
 * The next step of a show by what is stored: first the songs, then a semi-final's qualifiers one by one, or the juries of a
 * final and its viewers country by country, at last the official results. The order in which qualifiers were read out is
 * not in the season's file: they come by artist.
 */
export function findRehearsalStep(
  { kind, songsBegun }: Pick<Round, 'kind' | 'songsBegun'>,
  entries: readonly RehearsedEntry[],
): RehearsalStep {
  const songCount = entries.filter(({ runningOrder }) => runningOrder !== null).length
  if (songsBegun < songCount)
    return { kind: 'songs', from: songsBegun, to: Math.min(songCount, songsBegun + songsPerStep) }
  const changes = kind === 'final' ? findVotes(entries) : findQualifier(entries)
  return changes.length > 0 ? { kind: 'points', changes } : { kind: 'official' }
}

function findQualifier(entries: readonly RehearsedEntry[]) {
  const qualifiers = entries.filter(({ result }) => result?.qualified)
  const open = qualifiers.filter(({ points }) => points !== qualifierPoints)
  const [next] = open.sort((a, b) => a.artist.localeCompare(b.artist, 'en'))
  return next ? [toChange(next, qualifierPoints)] : []
}

/** All points of the juries at once, then the viewers' of one country, from the last place of the juries up. */
function findVotes(entries: readonly RehearsedEntry[]) {
  const finalists = entries.map((entry) => ({
    ...entry,
    juries: entry.result?.finalJuryPoints ?? 0,
    total: entry.result?.finalPoints ?? 0,
  }))
  const isVoted = ({ points, juries, total }: (typeof finalists)[number]) =>
    points === juries || points === total
  const unvoted = finalists.filter((entry) => !isVoted(entry))
  if (unvoted.length > 0) return unvoted.map((entry) => toChange(entry, entry.juries))
  const open = finalists.filter(({ points, total }) => points !== total)
  const [next] = open.sort((a, b) => a.juries - b.juries || a.artist.localeCompare(b.artist, 'en'))
  return next ? [toChange(next, next.total)] : []
}

function toChange({ entryId, points }: RehearsedEntry, to: number) {
  return { entryId, from: points, to }
}
