import type { Db } from '#db/schema.server.ts'
import {
  findDamage,
  findPartialSaves,
  readStoredSaves,
  type StoredSave,
  type StoredSaves,
} from './stored-saves.ts'

/**
 * The oracle of fault tests and of the load benchmark: clients write down what they sent and what came back, and
 * afterwards the store is held against it. Every accepted save leaves a receipt (docs/decisions/0004), so the store
 * remembers each of them, not only the last.
 */

/** A save as a client meant it. */
export interface SaveInput {
  managerId: number
  kind: 'team' | 'line-up'
  /** Of a team; null with a line-up. */
  teamName: string | null
  /** The rounds a line-up is for, in order; empty with a team, whose save decides them itself (D8). */
  roundNumbers: readonly number[]
  /** Codes of the countries, in order. */
  codes: readonly string[]
}

/** 'saved': acknowledged. 'refused': an answer that says otherwise. 'unanswered': the line broke or nobody waited on. */
export type SaveOutcome = 'saved' | 'refused' | 'unanswered'

/** A save that was sent. Instants are epoch ms of a clock that never jumps (`instant`). */
export interface SentSave extends SaveInput {
  sentAt: number
  /** When its answer was there, or the line broke; Infinity while it is under way. */
  endedAt: number
  outcome: SaveOutcome
}

/** Now in epoch ms, whatever happens to the wall clock; comparable between processes of one machine. */
export const monotonicNow = () => performance.timeOrigin + performance.now()

/** What one or many clients sent. Plain data: logs of several processes can be joined. */
export function createSaveLog() {
  const saves: SentSave[] = []
  return {
    saves,
    /** Notes a save at the moment it is sent. To be told how it ended. */
    send(wanted: SaveInput): (outcome: SaveOutcome) => void {
      const save: SentSave = { ...wanted, sentAt: monotonicNow(), endedAt: Infinity, outcome: 'unanswered' }
      saves.push(save)
      return (outcome) => Object.assign(save, { outcome, endedAt: monotonicNow() })
    },
  }
}

/**
 * What an answer says of a save: 2xx of the API and a redirect that carries the note '…-saved' acknowledge it. A
 * redirect without that note leads to a draft or to the sign-in.
 */
export function toSaveOutcome(answer: { status: number; setCookie: readonly string[] } | null): SaveOutcome {
  if (answer === null) return 'unanswered'
  if (answer.status === 303) return answer.setCookie.some(hasSavedFlash) ? 'saved' : 'refused'
  return answer.status >= 200 && answer.status < 300 ? 'saved' : 'refused'
}

function hasSavedFlash(cookie: string): boolean {
  const value = /^flash=([\w-]+)/.exec(cookie)?.[1] ?? ''
  return Buffer.from(value, 'base64url').toString().includes('-saved"')
}

/** How the store compares with what was sent. Each list is in words; all of them empty: no promise is broken. */
export interface SaveComparison {
  acknowledged: number
  refused: number
  unanswered: number
  /** How many of the unanswered were stored all the same: allowed. */
  unansweredStored: number
  /** Acknowledged, and not stored. */
  lost: string[]
  /** Stored, and never sent, refused, or sent fewer times. */
  neverSent: string[]
  /** In force, although a later save was acknowledged. */
  overtaken: string[]
  /** Stored with a game time at or after the deadline of a round it names. */
  late: string[]
  /** Not whole: five countries, a receipt without its line-up, a pointer to an older receipt. */
  half: string[]
  /** What PRAGMA integrity_check and foreign_key_check say. */
  damage: string[]
}

/** Every broken promise of a comparison, in words. */
export function listViolations(found: SaveComparison): string[] {
  const { lost, neverSent, overtaken, late, half, damage } = found
  return Object.entries({ lost, neverSent, overtaken, late, half, damage }).flatMap(([kind, list]) =>
    list.map((each) => `${kind}: ${each}`),
  )
}

/**
 * Holds the store against what clients sent. `afterReceiptId`: the newest receipt before they began
 * (`findNewestReceiptId`); what is older is nobody's concern here.
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
    late: stored.receipts.filter((receipt) => receipt.isLate).map(tell),
    half: findPartialSaves(stored),
    damage: await findDamage(db),
  }
}

/** Each acknowledged save has a receipt of its own, and each receipt a save that was not refused. */
function compareHistory(sent: readonly SentSave[], receipts: readonly StoredSave[]) {
  const made = receipts.filter((receipt) => receipt.kind !== 'refit')
  const saved = tally(sent.filter((save) => save.outcome === 'saved'))
  const unanswered = tally(sent.filter((save) => save.outcome === 'unanswered'))
  const stored = tally(made)
  const [lost, neverSent]: [string[], string[]] = [[], []]
  let unansweredStored = 0
  for (const key of new Set([...saved.keys(), ...stored.keys()])) {
    const [acknowledged, kept] = [saved.get(key) ?? 0, stored.get(key) ?? 0]
    const most = acknowledged + (unanswered.get(key) ?? 0)
    if (kept < acknowledged) lost.push(`${key}: ${acknowledged} acknowledged, ${kept} stored`)
    if (kept > most) neverSent.push(`${key}: ${kept} stored, at most ${most} sent`)
    unansweredStored += Math.max(0, Math.min(kept, most) - acknowledged)
  }
  return { lost, neverSent, unansweredStored }
}

type Content = Pick<StoredSave, 'managerId' | 'kind' | 'teamName' | 'roundNumbers' | 'codes'>

function tell({ managerId, kind, teamName, roundNumbers, codes }: Content): string {
  const what = kind === 'team' ? `team '${teamName}'` : `${kind} ${roundNumbers.join('.')}`
  return `manager ${managerId}, ${what}, ${codes.join('.')}`
}

function tally(contents: readonly Content[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const content of contents) counts.set(tell(content), (counts.get(tell(content)) ?? 0) + 1)
  return counts
}

/** What is in force is the last acknowledged save or one that was attempted after it. */
function findOvertaken(sent: readonly SentSave[], { current: inForce }: StoredSaves): string[] {
  const byManager = groupByManager(sent)
  return inForce.flatMap(({ roundNumber, receipt }) => {
    const own = byManager.get(receipt.managerId) ?? []
    const rivals = own.filter((save) => save.outcome === 'saved' && isOf(save, roundNumber))
    const lastSentAt = Math.max(-Infinity, ...rivals.map((save) => save.sentAt))
    const isNewest = own.some((save) => mayHaveMade(save, receipt) && save.endedAt >= lastSentAt)
    return isNewest ? [] : [`${tell(receipt)} stands for ${roundNumber === null ? 'the team' : roundNumber}`]
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

/** Whether a save decides about a round's line-up, or with null about the team. */
function isOf(save: SentSave, roundNumber: number | null): boolean {
  return roundNumber === null ? save.kind === 'team' : save.roundNumbers.includes(roundNumber)
}

/** An order that was fitted to a new team comes from the team's save, whose own content is compared with the team. */
function mayHaveMade(save: SentSave, receipt: StoredSave): boolean {
  if (save.outcome === 'refused') return false
  return receipt.kind === 'refit' ? save.kind === 'team' : tell(save) === tell(receipt)
}
