import { isOrderOf, moveInOrder } from './lineup.ts'

/** How much of a typed order is read, in UTF-16 units: much more than a team's. */
export const ORDER_LIMIT = 200

/** The state of the line-up page's form. It is stored in the URL (D16). */
export interface LineupDraft {
  roundNumber: number
  /** Codes in order of position. */
  codes: readonly string[]
  /** 'Same order for the remaining rounds' (D8). */
  alsoLater: boolean
  details: string | null
  isPlaying: boolean
  /** The round chosen while changes are unsaved: the page asks for confirmation (D22). */
  switchTo: number | null
  /** The last pressed button ('up:AT', 'top:AT', 'details:AT'), so that a page without script restores the focus. */
  focus: string | null
  /** The stored order that the draft was begun from, 'AT.EE.GR.IT.PL.LV'. */
  base: string
}

export type LineupStep =
  | { kind: 'top' | 'up' | 'down' | 'details'; code: string }
  | { kind: 'order'; codes: readonly string[] }
  | { kind: 'round'; roundNumber: number }
  | { kind: 'keep' | 'close' | 'play' | 'discard' }

/** The line-up draft after one button press. `stored` is the saved order of the draft's round. */
export function applyLineupStep(
  draft: LineupDraft,
  step: LineupStep,
  stored: readonly string[],
): LineupDraft {
  switch (step.kind) {
    case 'top':
    case 'up':
    case 'down':
      return { ...draft, codes: moveByButton(draft.codes, step), focus: `${step.kind}:${step.code}` }
    case 'details':
      return { ...draft, details: step.code, isPlaying: false, focus: `details:${step.code}` }
    case 'play':
      return { ...draft, isPlaying: draft.details !== null }
    case 'order':
      return isOrderOf(draft.codes, step.codes)
        ? { ...draft, codes: step.codes, focus: `down:${step.codes[0]}` }
        : draft
    case 'round':
      return switchRound(draft, step.roundNumber, stored)
    case 'discard':
      return draft.switchTo === null
        ? { ...draft, codes: stored, focus: null, base: stored.join('.') }
        : createLineupDraft(draft.switchTo)
    case 'close':
    case 'keep':
      return { ...draft, details: null, isPlaying: false, switchTo: null }
  }
}

function moveByButton(codes: readonly string[], { kind, code }: { kind: string; code: string }): string[] {
  const from = codes.indexOf(code)
  return moveInOrder(codes, code, kind === 'top' ? 0 : kind === 'up' ? from - 1 : from + 1)
}

function switchRound(draft: LineupDraft, roundNumber: number, stored: readonly string[]): LineupDraft {
  if (roundNumber === draft.roundNumber) return { ...draft, switchTo: null }
  return hasUnsavedLineup(draft, stored)
    ? { ...draft, switchTo: roundNumber }
    : createLineupDraft(roundNumber)
}

/** A draft of another round starts from its stored order: no codes means 'as stored'. */
function createLineupDraft(roundNumber: number): LineupDraft {
  return {
    roundNumber,
    codes: [],
    alsoLater: false,
    details: null,
    isPlaying: false,
    switchTo: null,
    focus: null,
    base: '',
  }
}

/** Whether the order differs from the stored one; a draft without codes is as stored. */
export function hasUnsavedLineup(draft: Pick<LineupDraft, 'codes'>, stored: readonly string[]): boolean {
  return draft.codes.length > 0 && draft.codes.join() !== stored.join()
}

/** Whether another order was saved elsewhere since the unsaved draft was begun. */
export function isLineupOutdated(
  draft: Pick<LineupDraft, 'codes' | 'base'>,
  stored: readonly string[],
): boolean {
  return draft.base !== stored.join('.') && hasUnsavedLineup(draft, stored)
}

/** Parses the value of a pressed button ('up:AT', 'order:AT.EE.GR.IT.PL.LV', 'round:2'); null for anything else. */
export function parseLineupStep(intent: string): LineupStep | null {
  const [kind, rest] = intent.split(':')
  if (kind === 'top' || kind === 'up' || kind === 'down' || kind === 'details')
    return rest ? { kind, code: rest } : null
  if (kind === 'order') return rest ? { kind, codes: rest.split('.') } : null
  if (kind === 'round') return /^\d{1,3}$/.test(rest ?? '') ? { kind, roundNumber: Number(rest) } : null
  if (kind === 'keep' || kind === 'close' || kind === 'play' || kind === 'discard') return { kind }
  return null
}

/** The draft's canonical query: the round, and the differences from the stored line-up. */
export function lineupDraftToQuery(draft: LineupDraft, stored: readonly string[]): string {
  const query = new URLSearchParams({ round: String(draft.roundNumber) })
  if (hasUnsavedLineup(draft, stored)) {
    query.set('order', draft.codes.join('.'))
    query.set('base', draft.base)
  }
  if (draft.alsoLater) query.set('later', '1')
  if (draft.details !== null) query.set('details', draft.details)
  if (draft.isPlaying) query.set('play', '1')
  if (draft.switchTo !== null) query.set('switch', String(draft.switchTo))
  if (draft.focus !== null) query.set('focus', draft.focus)
  return query.toString()
}

/** The page's URL with a draft. `stored` is the saved order of its round. */
export function toDraftUrl(draft: LineupDraft, stored: readonly string[]): string {
  return `/game/lineup?${lineupDraftToQuery(draft, stored)}`
}

/** Parses a draft of one round from a query; an order that is not the team's is replaced by the stored one. */
export function lineupDraftFromQuery(
  query: URLSearchParams,
  roundNumber: number,
  stored: readonly string[],
): LineupDraft {
  const order = (query.get('order') ?? '').slice(0, ORDER_LIMIT + 1).split('.')
  const details = query.get('details')
  const switchTo = query.get('switch')
  const [base = ''] = (query.get('base') ?? '').split(' ')
  const isKnown = details !== null && stored.includes(details)
  return {
    roundNumber,
    codes: isOrderOf(stored, order) ? order : stored,
    alsoLater: query.get('later') === '1',
    details: isKnown ? details : null,
    isPlaying: isKnown && query.get('play') === '1',
    switchTo: switchTo !== null && /^\d{1,3}$/.test(switchTo) ? Number(switchTo) : null,
    focus: /^(top|up|down|details):[A-Z]{2}$/.exec(query.get('focus') ?? '')?.[0] ?? null,
    base: isOrderOf(stored, base.split('.')) ? base : stored.join('.'),
  }
}
