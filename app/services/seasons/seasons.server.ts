import { findRemovedParts, listMovedRounds, listSeasonChanges } from '#app/game/season/season-changes.ts'
import { listSeasonWarnings, type Season, type SeasonFile } from '#app/game/season/season-file.ts'
import { rescheduleReminders } from '#app/services/mail/mailings.server.ts'
import { insertMailing } from '#db/mail/mailings.server.ts'
import type { Db } from '#db/schema.server.ts'
import season2025 from '#db/seasons/2025.json' with { type: 'json' }
import season2026 from '#db/seasons/2026.json' with { type: 'json' }
import { updateRoundsReopened } from '#db/seasons/rounds.server.ts'
import { countTeamsOverBudget, listUsedCodes, listUsedRounds } from '#db/seasons/season-use.server.ts'
import {
  deleteEntry,
  deleteRound,
  findSeason,
  replaceEntry,
  replaceGame,
  replaceRound,
  type StoredSeason,
  updateActiveSeason,
} from '#db/seasons/stored-season.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { parseSeason } from './season-file.server.ts'

/** The result of a load: all changes by name, and warnings for the organiser. */
export type LoadSeasonResult =
  | { ok: true; isNew: boolean; changes: readonly string[]; warnings: readonly string[] }
  | { ok: false; problems: readonly string[] }

/**
 * Stores a new or changed season, all or nothing (D14). Entries and rounds that teams or scores use are never
 * removed, and a computed round retains its start: such a load is refused. `now` (system clock, epoch ms) is the
 * revision time of a corrected deadline in calendars; its reminders are scheduled again.
 */
export async function loadSeason(db: Db, season: SeasonFile, now = Date.now()): Promise<LoadSeasonResult> {
  return db.transaction().execute(async (tx): Promise<LoadSeasonResult> => {
    const before = await findSeason(tx, season.year)
    const notes = listSeasonWarnings(season)
    if (!before) {
      await storeSeason(tx, season, now)
      return { ok: true, isNew: true, changes: [], warnings: notes }
    }
    const removed = findRemovedParts(before, season)
    const problems = await listRefusals(tx, before, season, removed)
    if (problems.length > 0) return { ok: false, problems }
    const changes = listSeasonChanges(before, season)
    if (changes.length === 0) return { ok: true, isNew: false, changes, warnings: notes }
    for (const code of removed.codes) await deleteEntry(tx, before.id, code)
    for (const roundNumber of removed.roundNumbers) await deleteRound(tx, before.id, roundNumber)
    await storeSeason(tx, season, now)
    // A deadline that was postponed after it had passed: line-ups change again until the new one.
    await updateRoundsReopened(tx, { gameId: before.id, now })
    for (const round of listMovedRounds(before, season)) await rescheduleReminders(tx, before.id, round, now)
    if (before.isActive) await bumpSeasonVersions(tx)
    const warnings = [...(await listWarnings(tx, before, season)), ...notes]
    return { ok: true, isNew: false, changes, warnings }
  })
}

/**
 * Makes a loaded season the active one (D12), and schedules its mailing, once for each season, for the sender's next
 * run. False when that year was never loaded. `now`: system clock, epoch ms.
 */
export async function activateSeason(db: Db, year: number, now = Date.now()): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const season = await findSeason(tx, year)
    if (!season) return false
    await updateActiveSeason(tx, year)
    // Due at once, whatever the game time.
    if (!season.isActive) await insertMailing(tx, { kind: 'season', gameId: season.id }, { dueAt: 0, now })
    await bumpSeasonVersions(tx)
    return true
  })
}

/** The bundled season file of a year, with the real results for the demo; undefined when there is none. */
export function findBundledSeason(year: number): SeasonFile | undefined {
  const bundled = [season2025, season2026].find((season) => season.year === year)
  if (!bundled) return undefined
  const parsed = parseSeason(bundled)
  if (!parsed.ok) throw new Error(`db/seasons/${year}.json is broken: ${JSON.stringify(parsed.problems)}`)
  return parsed.season
}

async function storeSeason(tx: Db, season: Season, now: number): Promise<void> {
  const gameId = await replaceGame(tx, season)
  for (const round of season.rounds) await replaceRound(tx, gameId, round, now)
  for (const entry of season.entries) await replaceEntry(tx, gameId, entry)
}

/**
 * The active season affects all pages: its time zone decides which news are published, its rounds and entries what
 * ranks mean.
 */
async function bumpSeasonVersions(tx: Db): Promise<void> {
  for (const topic of ['game', 'news', 'ranking'] as const) await bumpVersion(tx, topic)
}

async function listRefusals(
  tx: Db,
  before: StoredSeason,
  season: Season,
  removed: ReturnType<typeof findRemovedParts>,
): Promise<string[]> {
  const usedCodes = await listUsedCodes(tx, before.id)
  const usedRounds = await listUsedRounds(tx, before.id)
  const codes = removed.codes.filter((code) => usedCodes.includes(code))
  const rounds = removed.roundNumbers.filter((roundNumber) => usedRounds.includes(roundNumber))
  return [
    ...codes.map((code) => `entry ${code} cannot be removed: teams or scores use it`),
    ...rounds.map((roundNumber) => `round ${roundNumber} cannot be removed: line-ups or scores use it`),
    ...addedRoundProblems(before, season),
    ...computedRoundProblems(before, season),
  ]
}

/** Teams have a line-up for every round that was open when they were saved, so a round added later would have none. */
function addedRoundProblems(before: StoredSeason, season: Season): string[] {
  if (before.teamCount === 0) return []
  const known = before.rounds.map((round) => round.roundNumber)
  const added = season.rounds.filter((round) => !known.includes(round.roundNumber))
  return added.map(
    ({ roundNumber }) =>
      `round ${roundNumber} cannot be added: ${before.teamCount} teams have no line-up for it`,
  )
}

function computedRoundProblems(before: StoredSeason, season: Season): string[] {
  return before.rounds.flatMap((round) => {
    const after = season.rounds.find((one) => one.roundNumber === round.roundNumber)
    const isUnchanged = after?.deadlineAt === round.deadlineAt && after.kind === round.kind
    if (!after || isUnchanged || round.computedAt === null) return []
    return [`round ${round.roundNumber} is computed: its start and kind stay as they are`]
  })
}

async function listWarnings(tx: Db, before: StoredSeason, season: Season): Promise<string[]> {
  const overBudget = await countTeamsOverBudget(tx, before.id)
  const hasNewPercentages = before.lineupPercentages.join() !== season.lineupPercentages.join()
  const isComputed = before.rounds.some((round) => round.computedAt !== null)
  return [
    ...(overBudget > 0
      ? [`teams that now cost more than the budget: ${overBudget}. They play on; their next change must fit.`]
      : []),
    ...(hasNewPercentages && isComputed
      ? ['results keep the old percentages until team scores are computed again.']
      : []),
  ]
}
