import type { DraftProblem } from '#app/game/problems.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { fillTeam } from './fill-team.ts'
import {
  computeRemainingTenths,
  findAddProblem,
  pickEntriesByCode,
  type Team,
  type TeamRules,
  toTeamVersion,
} from './team.ts'

/** How much of the picks is read, in UTF-16 units: much more than a team's. */
export const PICKS_LIMIT = 200

const focusPattern = /^(?:(list|card)(-details)?:[A-Z]{2}|show:(all|fits|\d{1,2})|save)$/

/** The state of the team page's form. It is stored in the URL (D16). */
export interface TeamDraft {
  teamName: string
  managerName: string
  /** Codes of the selected countries, in team order. */
  codes: readonly string[]
  search: string
  /**
   * Which countries the list shows: '' for all, a round number for those that sing in that show, 'fits400' for those of
   * at most 40 million, the budget when the button was pressed: the list stays as it is while countries are picked.
   */
  show: string
  /** Code of the country whose details are open. */
  details: string | null
  /** Whether the open details play their video: only after the play button is pressed (D29). */
  isPlaying: boolean
  /**
   * The last used button, so that a page without script restores the focus: 'list:AT' or 'card:AT', and
   * 'list-details:AT' or 'card-details:AT' for the button that opened the details; 'show:fits' for a choice of the list;
   * 'save' for Save Team.
   */
  focus: string | null
  /** Whether the late-join confirmation is open: the save locks the team at once (D7). */
  isConfirming: boolean
  /** Whether the dialog that asks for the names is open: a save of six countries without them opens it. */
  isNaming: boolean
  /** The version of the team that the draft was begun from (`toTeamVersion`); '' for a form that does not say. */
  base: string
}

/**
 * `remove`, `details` and `watch` (details with the video playing, D29) are buttons in the list of all countries, `drop`
 * and `inspect` on the card of a selected one.
 * `show` has the value of a button above the list: 'all', 'fits' or a round number.
 */
export type TeamStep =
  | { kind: 'add' | 'remove' | 'drop' | 'details' | 'inspect' | 'watch' | 'show'; code: string }
  | { kind: 'search' | 'close' | 'play' | 'fill' }

export type StepResult<Draft> = { draft: Draft; refusal: { problem: DraftProblem; code: string } | null }

/** The draft of the stored team; empty without a team. */
export function toTeamDraft(team: Team | undefined, entries: readonly Entry[]): TeamDraft {
  const codes = (team?.entryIds ?? []).flatMap((id) => entries.find((entry) => entry.id === id)?.code ?? [])
  return {
    teamName: team?.teamName ?? '',
    managerName: team?.managerName ?? '',
    codes,
    search: '',
    show: '',
    details: null,
    isPlaying: false,
    focus: null,
    isConfirming: false,
    isNaming: false,
    base: toTeamVersion(team),
  }
}

/** The draft after one button press: the same on the server and in the browser (D16). */
export function applyTeamStep(rules: TeamRules, draft: TeamDraft, step: TeamStep): StepResult<TeamDraft> {
  switch (step.kind) {
    case 'add':
      return addCountry(rules, draft, step.code)
    case 'remove':
      return accept({ ...removeCountry(draft, step.code), focus: `list:${step.code}` })
    case 'drop':
      return accept({ ...removeCountry(draft, step.code), focus: findNeighbourFocus(draft.codes, step.code) })
    case 'details':
      return accept(openDetails(draft, step.code, 'list'))
    case 'watch':
      return accept({ ...openDetails(draft, step.code, 'list'), isPlaying: true })
    case 'inspect':
      return accept(openDetails(draft, step.code, 'card'))
    case 'show':
      return accept({ ...draft, show: toShown(rules, draft, step.code), focus: `show:${step.code}` })
    case 'fill':
      return accept({ ...closeDialogs(draft), codes: fillTeam(rules, draft.codes), focus: 'save' })
    case 'play':
      return accept({ ...draft, isPlaying: draft.details !== null })
    case 'close':
      return accept({ ...closeDialogs(draft), focus: draft.focus })
    case 'search':
      return accept(draft)
  }
}

function addCountry(rules: TeamRules, draft: TeamDraft, code: string): StepResult<TeamDraft> {
  const [entry] = pickEntriesByCode(rules.entries, [code])
  if (!entry) return { draft, refusal: { problem: 'ENTRY_UNKNOWN', code } }
  if (draft.codes.includes(code)) return accept(closeDialogs(draft))
  const problem = findAddProblem(rules, draft.codes, entry)
  if (problem) return { draft, refusal: { problem, code } }
  return accept({ ...closeDialogs(draft), codes: [...draft.codes, code], focus: `list:${code}` })
}

function removeCountry(draft: TeamDraft, dropped: string): TeamDraft {
  return { ...closeDialogs(draft), codes: draft.codes.filter((code) => code !== dropped) }
}

/** What the list shows after a press of the button with this value; 'fits' with the budget of now. */
function toShown(rules: TeamRules, draft: TeamDraft, value: string): string {
  if (value === 'all') return ''
  return value === 'fits' ? `fits${Math.max(0, computeRemainingTenths(rules, draft.codes))}` : value
}

/** The card to focus after a drop: the next one, or the previous one at the end. */
function findNeighbourFocus(codes: readonly string[], dropped: string): string | null {
  const at = codes.indexOf(dropped)
  const next = codes[at + 1] ?? codes[at - 1]
  return next ? `card:${next}` : null
}

function openDetails(draft: TeamDraft, code: string, place: 'list' | 'card'): TeamDraft {
  return { ...closeDialogs(draft), details: code, focus: `${place}-details:${code}` }
}

/** The draft with the dialog for the names, which a save opens when all else is there; null when it needs none. */
export function askForNames(rules: TeamRules, draft: TeamDraft): TeamDraft | null {
  const { teamName, managerName, codes } = draft
  const isNamed = teamName.trim() !== '' && managerName.trim() !== ''
  const isReady = codes.length === rules.teamSize && computeRemainingTenths(rules, codes) >= 0
  return isNamed || draft.isNaming || !isReady
    ? null
    : { ...closeDialogs(draft), isNaming: true, focus: 'save' }
}

function closeDialogs(draft: TeamDraft): TeamDraft {
  return { ...draft, details: null, isPlaying: false, focus: null, isConfirming: false, isNaming: false }
}

function accept<Draft>(draft: Draft): StepResult<Draft> {
  return { draft, refusal: null }
}

/** Whether the draft differs from the stored team (D16); the list and dialogs do not count. */
export function hasUnsavedTeam(draft: TeamDraft, stored: TeamDraft): boolean {
  return (
    draft.teamName !== stored.teamName ||
    draft.managerName !== stored.managerName ||
    draft.codes.join() !== stored.codes.join()
  )
}

/** Whether the team was saved in another tab or on another device since the unsaved draft was begun. */
export function isTeamOutdated(draft: TeamDraft, stored: TeamDraft): boolean {
  return draft.base !== '' && draft.base !== stored.base && hasUnsavedTeam(draft, stored)
}

/** The button value that confirms a late join after missing the rounds up to this one (D7). */
export function formatConfirmedSaveIntent(lastMissedRound: number): string {
  return `join-late:${lastMissedRound}`
}

/**
 * Parses the intent of a save: the number of the last round that the manager confirmed to have missed, 0 for a plain
 * 'Save Team'. Null for an intent that saves nothing.
 */
export function parseSaveIntent(intent: string): number | null {
  if (intent === 'save') return 0
  const agreed = /^join-late:(\d{1,3})$/.exec(intent)
  return agreed ? Number(agreed[1]) : null
}

/** Parses the value of a pressed button ('add:AT'); null for anything else. */
export function parseTeamStep(intent: string): TeamStep | null {
  const [kind, code] = intent.split(':')
  if (kind === 'add' || kind === 'remove' || kind === 'drop') return code ? { kind, code } : null
  if (kind === 'details' || kind === 'inspect') return code ? { kind, code } : null
  if (kind === 'watch' || kind === 'show') return code ? { kind, code } : null
  if (kind === 'search' || kind === 'close' || kind === 'play' || kind === 'fill') return { kind }
  return null
}

/**
 * The draft's canonical query: the differences from the stored team. Without a session the stored team is unknown (null):
 * then the query contains every field, or emptied ones would return after sign-in.
 */
export function teamDraftToQuery(draft: TeamDraft, stored: TeamDraft | null): string {
  const query = new URLSearchParams()
  if (draft.teamName !== stored?.teamName) query.set('teamName', draft.teamName)
  if (draft.managerName !== stored?.managerName) query.set('managerName', draft.managerName)
  if (draft.codes.join() !== stored?.codes.join()) query.set('picks', draft.codes.join('.'))
  if (draft.base !== '' && (!stored || hasUnsavedTeam(draft, stored))) query.set('base', draft.base)
  if (draft.search !== '') query.set('q', draft.search)
  if (draft.show !== '') query.set('show', draft.show)
  if (draft.details !== null) query.set('details', draft.details)
  if (draft.isPlaying) query.set('play', '1')
  if (draft.focus !== null) query.set('focus', draft.focus)
  if (draft.isConfirming) query.set('late', '1')
  if (draft.isNaming) query.set('names', '1')
  return query.toString()
}

/** Parses a draft from a query; missing fields come from the stored team, invalid ones are left out. */
export function teamDraftFromQuery(query: URLSearchParams, stored: TeamDraft, rules: TeamRules): TeamDraft {
  const picks = query.get('picks')
  const details = query.get('details')
  const known = pickEntriesByCode(rules.entries, details === null ? [] : [details]).length === 1
  return {
    teamName: clip(query.get('teamName') ?? stored.teamName),
    managerName: clip(query.get('managerName') ?? stored.managerName),
    codes: picks === null ? stored.codes : filterKnownCodes(rules, picks.slice(0, PICKS_LIMIT).split('.')),
    search: clip(query.get('q') ?? ''),
    show: /^(fits\d{1,5}|\d{1,2})$/.exec(query.get('show') ?? '')?.[0] ?? '',
    details: known ? details : null,
    isPlaying: known && query.get('play') === '1',
    focus: focusPattern.exec(query.get('focus') ?? '')?.[0] ?? null,
    isConfirming: !known && query.get('late') === '1',
    isNaming: !known && query.get('names') === '1',
    base: /^[a-z0-9]{1,7}/.exec(query.get('base') ?? '')?.[0] ?? stored.base,
  }
}

/** The codes of entries of the contest, without duplicates and at most as many as a team has. */
export function filterKnownCodes(rules: TeamRules, codes: readonly string[]): string[] {
  const unique = [...new Set(codes)]
  return pickEntriesByCode(rules.entries, unique)
    .slice(0, rules.teamSize)
    .map((entry) => entry.code)
}

// A draft contains an overlong name so that it can be shortened, but a redirect target is limited to 4 kB (D24).
function clip(text: string): string {
  return [...text.slice(0, 200)].slice(0, 100).join('')
}
