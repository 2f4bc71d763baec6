import type { HiddenRound } from '#app/game/results-choice.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { formatDayName, formatShowTime } from '#app/game/time/show-day.ts'
import type { Entry, Round } from './contest.ts'
import { hasShowEnded } from './round.ts'
import {
  type EntryInShow,
  type EntryResult,
  findEntryInShow,
  type LampState,
  type ShowFacts,
  toLampState,
} from './show-state.ts'

/** A country in a show for pages: what its lamp shows, and the words beside it (D35). */
export interface ShowStateView {
  state: LampState
  text: string
}

/** When and where the words are read. */
export interface ShowTextContext {
  rounds: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[]
  /** Game time, epoch ms. */
  now: number
  /** The visitor's (D19). */
  timeZone: string
  /** The first round whose results are hidden (D38); null without one. */
  hidden: HiddenRound | null
}

/** A country in a show as pages show it. */
export function toShowStateView(
  show: EntryInShow,
  round: Pick<Round, 'deadlineAt'>,
  context: ShowTextContext,
): ShowStateView {
  return { state: toLampState(show, round, context.now), text: describeEntryInShow(show, round, context) }
}

/** A country's state in a show, and what pages show of it. */
export interface DescribedEntry {
  inShow: EntryInShow
  view: ShowStateView
}

export function describeEntry(
  entry: Entry,
  { facts, round, context }: { facts: ShowFacts; round: Round; context: ShowTextContext },
): DescribedEntry {
  const inShow = findEntryInShow(facts, entry, round)
  return { inShow, view: toShowStateView(inShow, round, context) }
}

/** The words beside a lamp: 'Sings 3rd tonight', 'Thursday', 'Through', 'Out', 'Won · 436' (D35). */
function describeEntryInShow(
  show: EntryInShow,
  round: Pick<Round, 'deadlineAt'>,
  context: ShowTextContext,
): string {
  switch (show.state) {
    case 'absent':
      return describeAbsent(show, context)
    case 'waiting':
      return describeWaiting(show, round, context)
    case 'sung':
      if (show.isOnStage) return 'On stage now'
      if (show.vote) return `${show.vote.isNext ? 'Next, juries' : 'Juries'} ${show.vote.juries}`
      return show.result ? describeResult(show.result) : 'Sung'
    case 'through':
      return 'Through'
    case 'out':
      return 'Out'
    case 'withdrawn':
      return 'Withdrawn'
  }
}

/** 'Won · 436', '2nd · 365' */
export function describeResult({ place, points }: EntryResult): string {
  return `${place === 1 ? 'Won' : formatOrdinal(place)} · ${points}`
}

function describeAbsent(
  show: Extract<EntryInShow, { state: 'absent' }>,
  { rounds, now, timeZone }: ShowTextContext,
): string {
  if (show.because !== 'other-semi-final')
    return show.because === 'through' ? 'Through' : 'Already in the final'
  const semi = rounds.find((round) => round.roundNumber === show.semiFinal)
  return semi ? formatDayName(semi.deadlineAt, now, timeZone) : 'Not in this show'
}

function describeWaiting(
  { runningOrder, isCertain }: Extract<EntryInShow, { state: 'waiting' }>,
  round: Pick<Round, 'deadlineAt'>,
  { now, timeZone, hidden }: ShowTextContext,
): string {
  if (!isCertain) return hidden ? 'Result hidden' : 'Not through yet'
  if (hasShowEnded(round, now)) return hidden ? 'Result hidden' : 'Waiting for the results'
  const sings = runningOrder === null ? 'Sings' : `Sings ${formatOrdinal(runningOrder)}`
  // After midnight a show that is still on is tonight's.
  return `${sings} ${formatShowTime(round.deadlineAt, Math.min(now, round.deadlineAt), timeZone)}`
}
