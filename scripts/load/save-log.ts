import type { Db } from '#db/schema.server.ts'
import {
  findDamage,
  findPartialSaves,
  readStoredSaves,
  type StoredSave,
  type StoredSaves,
} from './stored-saves.ts'

/**
 * The oracle of fault tests and of the load benchmark: clients log their saves and the responses, and afterwards the
 * log is compared with the database. Every accepted save has a receipt (docs/decisions/0004), so the database has a
 * record of each, not only of the last.
 */

/** A save as the client sends it. */
export interface SaveInput {
  managerId: number
  kind: 'team' | 'line-up'
  /** Of a team; null for a line-up. */
  teamName: string | null
  /** The rounds of a line-up, in order; empty for a team, whose save determines them itself (D8). */
  roundNumbers: readonly number[]
  /** Entry codes, in order. */
  codes: readonly string[]
}

/** 'saved': acknowledged. 'refused': any other response. 'unanswered': connection error or timeout. */
export type SaveOutcome = 'saved' | 'refused' | 'unanswered'

/** A sent save. Instants are epoch ms of a monotonic clock (`monotonicNow`). */
export interface SentSave extends SaveInput {
  sentAt: number
  /** When its response arrived or the connection failed; Infinity while in progress. */
  endedAt: number
  outcome: SaveOutcome
}

/** Monotonic epoch ms, comparable between processes of one machine. */
export const monotonicNow = () => performance.timeOrigin + performance.now()

/** A log of the saves of one or many clients. Plain data: logs of several processes can be concatenated. */
export function createSaveLog() {
  const saves: SentSave[] = []
  return {
    saves,
    /** Logs a save when it is sent. Call the result with the outcome. */
    send(input: SaveInput): (outcome: SaveOutcome) => void {
      const save: SentSave = { ...input, sentAt: monotonicNow(), endedAt: Infinity, outcome: 'unanswered' }
      saves.push(save)
      return (outcome) => Object.assign(save, { outcome, endedAt: monotonicNow() })
    },
  }
}

/**
 * The outcome of a save by its response: 2xx of the API, or a redirect with the flash message '…-saved' or
 * 'team-created', acknowledges it. A redirect without it leads to a draft or to the sign-in.
 */
export function toSaveOutcome(
  response: { status: number; setCookie: readonly string[] } | null,
): SaveOutcome {
  if (response === null) return 'unanswered'
  // Whoever gets 500 does not know whether it was stored.
  if (response.status === 500) return 'unanswered'
  if (response.status === 303) return response.setCookie.some(hasSavedFlash) ? 'saved' : 'refused'
  return response.status >= 200 && response.status < 300 ? 'saved' : 'refused'
}

function hasSavedFlash(cookie: string): boolean {
  const value = /^flash=([\w-]+)/.exec(cookie)?.[1] ?? ''
  return /(?:-saved|"team-created)"/.test(Buffer.from(value, 'base64url').toString())
}

/** The differences between the database and the log. All lists empty: no guarantee is broken. */
export interface SaveComparison {
  acknowledged: number
  refused: number
  unanswered: number
  /** How many unanswered saves were stored nevertheless: allowed. */
  unansweredStored: number
  /** Acknowledged but not stored. */
  lost: string[]
  /** Stored but never sent, refused, or sent fewer times. */
  neverSent: string[]
  /** In force although a later save was acknowledged. */
  overtaken: string[]
  /** Stored with a game time at or after the deadline of one of its rounds. */
  late: string[]
  /** Partially stored: five countries, a receipt without its line-up, a reference to an older receipt. */
  half: string[]
  /** The results of PRAGMA integrity_check and foreign_key_check. */
  damage: string[]
}

/** Every broken guarantee of a comparison, as sentences. */
export function listViolations(comparison: SaveComparison): string[] {
  const { lost, neverSent, overtaken, late, half, damage } = comparison
  return Object.entries({ lost, neverSent, overtaken, late, half, damage }).flatMap(([kind, list]) =>
    list.map((each) => `${kind}: ${each}`),
  )
}

/**
 * Compares the database with the log. `afterReceiptId`: the newest receipt before the first logged save
 * (`findNewestReceiptId`); older ones are ignored.
 */
export async function compareSaves(
  db: Db,
  sent: readonly SentSave[],
  { afterReceiptId = 0 }: { afterReceiptId?: number } = {},
): Promise<SaveComparison> {
  const stored = await readStoredSaves(db, afterReceiptId)
  const count = (outcome: SaveOutcome) => sent.filter((save) => save.outcome === outcome).length
  return {
    acknowledged: count('saved'),
    refused: count('refused'),
    unanswered: count('unanswered'),
    ...compareHistory(sent, stored.receipts),
    overtaken: findOvertaken(sent, stored),
    late: stored.receipts.filter((receipt) => receipt.isLate).map(describe),
    half: findPartialSaves(stored),
    damage: await findDamage(db),
  }
}

/** Each acknowledged save has its own receipt, and each receipt belongs to a save that was not refused. */
function compareHistory(sent: readonly SentSave[], receipts: readonly StoredSave[]) {
  const direct = receipts.filter((receipt) => receipt.kind !== 'refit')
  const saved = tally(sent.filter((save) => save.outcome === 'saved'))
  const unanswered = tally(sent.filter((save) => save.outcome === 'unanswered'))
  const stored = tally(direct)
  const [lost, neverSent]: [string[], string[]] = [[], []]
  let unansweredStored = 0
  for (const key of new Set([...saved.keys(), ...stored.keys()])) {
    const [acknowledged, storedCount] = [saved.get(key) ?? 0, stored.get(key) ?? 0]
    const maxStored = acknowledged + (unanswered.get(key) ?? 0)
    if (storedCount < acknowledged) lost.push(`${key}: ${acknowledged} acknowledged, ${storedCount} stored`)
    if (storedCount > maxStored) neverSent.push(`${key}: ${storedCount} stored, at most ${maxStored} sent`)
    unansweredStored += Math.max(0, Math.min(storedCount, maxStored) - acknowledged)
  }
  return { lost, neverSent, unansweredStored }
}

type Content = Pick<StoredSave, 'managerId' | 'kind' | 'teamName' | 'roundNumbers' | 'codes'>

function describe({ managerId, kind, teamName, roundNumbers, codes }: Content): string {
  const subject = kind === 'team' ? `team '${teamName}'` : `${kind} ${roundNumbers.join('.')}`
  return `manager ${managerId}, ${subject}, ${codes.join('.')}`
}

function tally(contents: readonly Content[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const content of contents) counts.set(describe(content), (counts.get(describe(content)) ?? 0) + 1)
  return counts
}

/** The save in force is the last acknowledged one or one that was sent after it. */
function findOvertaken(sent: readonly SentSave[], { current: inForce }: StoredSaves): string[] {
  const byManager = groupByManager(sent)
  return inForce.flatMap(({ roundNumber, receipt }) => {
    const ownSaves = byManager.get(receipt.managerId) ?? []
    const acknowledged = ownSaves.filter((save) => save.outcome === 'saved' && concerns(save, roundNumber))
    const lastSentAt = Math.max(-Infinity, ...acknowledged.map((save) => save.sentAt))
    const isNewest = ownSaves.some((save) => mayHaveStored(save, receipt) && save.endedAt >= lastSentAt)
    return isNewest
      ? []
      : [`${describe(receipt)} is in force for ${roundNumber === null ? 'the team' : roundNumber}`]
  })
}

function groupByManager(sent: readonly SentSave[]): Map<number, SentSave[]> {
  const groups = new Map<number, SentSave[]>()
  for (const save of sent) {
    const group = groups.get(save.managerId)
    if (group) group.push(save)
    else groups.set(save.managerId, [save])
  }
  return groups
}

/** Whether a save changes a round's line-up, or with null the team. */
function concerns(save: SentSave, roundNumber: number | null): boolean {
  return roundNumber === null ? save.kind === 'team' : save.roundNumbers.includes(roundNumber)
}

/**
 * A line-up that was adjusted to a new team has the receipt of the team's save; its content is compared with the
 * team's.
 */
function mayHaveStored(save: SentSave, receipt: StoredSave): boolean {
  if (save.outcome === 'refused') return false
  return receipt.kind === 'refit' ? save.kind === 'team' : describe(save) === describe(receipt)
}
