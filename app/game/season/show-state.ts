import type { FinalVote } from '#app/game/scoring/final-vote.ts'
import { hasAnyPoints, type RoundPoints } from '#app/game/scoring/publication.ts'
import type { Entry, FinalOrder, Round } from './contest.ts'

/** The state of a country in a show (D35), as its lamp shows it. */
export type ShowState = EntryInShow['state']

/**
 * What a lamp shows (D35): the state of its country in the show, that the country is on stage, or that it sings in a show that
 * has not begun ('ready'). In the vote of a final the lamps play once more: who gets the viewers' points next is on stage, and
 * who has to wait for them waits.
 */
export type LampState = ShowState | 'ready' | 'on-stage'

/** What the lamp of a country shows; the one drawing of each is in `app/ui`. `now`: game time, epoch ms. */
export function toLampState(
  show: EntryInShow,
  { deadlineAt }: Pick<Round, 'deadlineAt'>,
  now: number,
): LampState {
  if (show.state === 'waiting' && now < deadlineAt) return 'ready'
  if (show.state !== 'sung') return show.state
  if (show.vote) return show.vote.isNext ? 'on-stage' : 'waiting'
  return show.isOnStage ? 'on-stage' : 'sung'
}

/** Whether the lamp of a country is off: it does not sing in this show, or not any more (D35). */
export function isLampOff(state: LampState): boolean {
  return state === 'absent' || state === 'out' || state === 'withdrawn'
}

/** Whether a lamp lights its row: it is on, and not dim. */
export function isLampLit(state: LampState): boolean {
  return !isLampOff(state) && state !== 'waiting'
}

/** A country in a show: its state, and what the words beside its lamp need. */
export type EntryInShow =
  /** It does not sing in this show: it is in the final already, by right or by its semi-final … */
  | { state: 'absent'; because: 'pre-qualified' | 'through' }
  /** … or it sings in another semi-final, whose result is not known or comes later. */
  | { state: 'absent'; because: 'other-semi-final'; semiFinal: number }
  /** It sings in this show; `isCertain` is false in the final until its semi-final is official. */
  | { state: 'waiting'; runningOrder: number | null; isCertain: boolean }
  /** It has sung, or is on stage: then it sings the song that began last. */
  | {
      state: 'sung'
      runningOrder: number | null
      isOnStage: boolean
      vote?: EntryVote
      /** Once the final is official. */
      result?: EntryResult
    }
  | { state: 'through' }
  /** It did not qualify from `semiFinal`: in that show and in every later one. */
  | { state: 'out'; semiFinal: number }
  /** No season has withdrawals yet (D37). */
  | { state: 'withdrawn' }

/** The points of the juries of a country that has none of the viewers yet, and whether it gets them next. */
export interface EntryVote {
  juries: number
  isNext: boolean
}

/** The place and the points of a country in a final. */
export interface EntryResult {
  place: number
  points: number
}

/** Whether a country is in the final as far as a semi-final's page knows: by that show, by an earlier one, or by right. */
export function isThrough(entry: EntryInShow): boolean {
  return entry.state === 'through' || (entry.state === 'absent' && entry.because !== 'other-semi-final')
}

/** Whether a country sings at the moment. */
export function isOnStage(entry: EntryInShow): boolean {
  return entry.state === 'sung' && entry.isOnStage
}

type Show = Pick<Round, 'roundNumber' | 'kind'>

/** A show whose songs are counted. */
type ShowOnAir = Show & Pick<Round, 'songsBegun' | 'hasPublishedPoints'>

/** The official results of a season: the points in force. */
export interface OfficialResults {
  rounds: readonly Show[]
  official: readonly RoundPoints[]
}

/** What is known about the shows of a season. */
export interface ShowFacts extends OfficialResults {
  rounds: readonly ShowOnAir[]
  /** The points that are shown, where some of them are live (D34); a live round decides nothing about later shows. */
  live?: readonly RoundPoints[]
  /** Places are told only when `isFinalOrderPublic`. */
  finalOrder: FinalOrder
  /** How far the vote of a final is, where a page shows it. */
  vote?: FinalVote | null
}

type SemiFinalist = Pick<Entry, 'id' | 'semiFinal'>
type Singer = SemiFinalist & Pick<Entry, 'semiRunningOrder'>

/** Whether the final's running order may be told: it says who qualified, so only once every semi-final is official. */
export function isFinalOrderPublic({ rounds, official }: OfficialResults): boolean {
  const semiFinals = rounds.filter((round) => round.kind === 'semi-final')
  return semiFinals.every((semi) => official.some((round) => round.roundNumber === semi.roundNumber))
}

/** Whether a country sings in a show, as far as it is official; in the final everybody does who is not out (D8). */
export function isInShow(
  results: OfficialResults,
  entry: SemiFinalist,
  { roundNumber, kind }: Show,
): boolean {
  return kind === 'final' ? findSemiResult(results, entry) !== 'out' : entry.semiFinal === roundNumber
}

/**
 * The state of a country in a show (D35), by what is official, and in that show by what is live and by the songs that have
 * begun.
 */
export function findEntryInShow(facts: ShowFacts, entry: Singer, round: ShowOnAir): EntryInShow {
  const result = findSemiResult(facts, entry)
  if (entry.semiFinal !== null && result === 'out' && entry.semiFinal <= round.roundNumber)
    return { state: 'out', semiFinal: entry.semiFinal }
  if (round.kind === 'final') return findInFinal(facts, entry, round)
  if (entry.semiFinal === null) return { state: 'absent', because: 'pre-qualified' }
  if (entry.semiFinal === round.roundNumber)
    return result === 'through' || hasLivePoints(facts, entry, round)
      ? { state: 'through' }
      : findTurn(facts, entry.semiRunningOrder, round)
  return result === 'through' && entry.semiFinal < round.roundNumber
    ? { state: 'absent', because: 'through' }
    : { state: 'absent', because: 'other-semi-final', semiFinal: entry.semiFinal }
}

/** A country in the final that is not known to be out. Whoever has points there has sung, whatever is official else. */
function findInFinal(facts: ShowFacts, entry: Singer, round: ShowOnAir): EntryInShow {
  const runningOrder = isFinalOrderPublic(facts) ? (facts.finalOrder.get(entry.id) ?? null) : null
  const isCertain = findSemiResult(facts, entry) !== 'open'
  const final = findPoints(facts, round)
  if (final && (isCertain || hasPoints(final, entry)))
    return {
      state: 'sung',
      runningOrder,
      isOnStage: false,
      ...findVote(facts, entry),
      ...findResult(facts, entry, round),
    }
  return isCertain ? findTurn(facts, runningOrder, round) : { state: 'waiting', runningOrder, isCertain }
}

/** The vote of a country that has no points of the viewers yet. */
function findVote({ vote }: ShowFacts, { id }: Pick<Entry, 'id'>): { vote?: EntryVote } {
  if (!vote || vote.complete.has(id)) return {}
  return { vote: { juries: vote.juries.get(id) ?? 0, isNext: vote.next === id } }
}

function findResult(
  { official }: ShowFacts,
  { id }: Pick<Entry, 'id'>,
  { roundNumber }: Show,
): { result?: EntryResult } {
  const scores = official.find((each) => each.roundNumber === roundNumber)?.scores
  if (!scores) return {}
  const points = scores.find(({ entryId }) => entryId === id)?.points ?? 0
  return { result: { points, place: 1 + scores.filter((each) => each.points > points).length } }
}

/**
 * A country that sings in a show: it waits until its song begins, and has sung from then on. Points come after the last song: once
 * there are any, every country has sung, also where nobody counted the songs.
 */
function findTurn(facts: ShowFacts, runningOrder: number | null, round: ShowOnAir): EntryInShow {
  const { songsBegun, hasPublishedPoints = findPoints(facts, round) !== undefined } = round
  if (hasPublishedPoints) return { state: 'sung', runningOrder, isOnStage: false }
  if (runningOrder === null || runningOrder > songsBegun)
    return { state: 'waiting', runningOrder, isCertain: true }
  return { state: 'sung', runningOrder, isOnStage: runningOrder === songsBegun }
}

/** The points of a round that are official or live. */
function findPoints({ official, live = [] }: ShowFacts, { roundNumber }: Show): RoundPoints | undefined {
  const isThis = (each: RoundPoints) => each.roundNumber === roundNumber
  return official.find(isThis) ?? live.find((each) => isThis(each) && hasAnyPoints(each))
}

/** The result of an entry's semi-final: 'open' until it is official, 'none' without one. A qualifier has points (D3). */
function findSemiResult({ rounds, official }: OfficialResults, entry: SemiFinalist) {
  const { semiFinal } = entry
  const hasSemi = rounds.some((round) => round.kind === 'semi-final' && round.roundNumber === semiFinal)
  if (!hasSemi) return 'none'
  const semi = official.find((round) => round.roundNumber === semiFinal)
  if (!semi) return 'open'
  return hasPoints(semi, entry) ? 'through' : 'out'
}

/** Whether a country has points in a round that is live: in its semi-final they say that it is through. */
function hasLivePoints({ live }: ShowFacts, entry: SemiFinalist, { roundNumber }: Show): boolean {
  const round = live?.find((each) => each.roundNumber === roundNumber)
  return round !== undefined && hasPoints(round, entry)
}

function hasPoints({ scores }: RoundPoints, { id }: Pick<Entry, 'id'>): boolean {
  return scores.some((score) => score.entryId === id && score.points > 0)
}
