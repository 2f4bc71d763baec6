import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { Entry, Round } from './contest.ts'
import { type EntryInShow, findEntryInShow, type ShowFacts } from './show-state.ts'
import { describeResult } from './show-text.ts'

/** The next show in which a country sings, as far as it is official. */
export interface Appearance {
  /** Null for a country that is out. */
  roundNumber: number | null
  /** 'Thu 6th', 'Through', 'In the final', 'Final, sings 12th', 'Won · 436', 'Out'. */
  text: string
  /** Its place in the running order; null while not drawn or not to be told (D35). */
  runningOrder: number | null
}

type Show = Pick<Round, 'roundNumber' | 'kind' | 'deadlineAt' | 'songsBegun'>

/** Where a country sings next. `formatDay` names the day of its semi-final: 'Thu', 'May 15'. */
export function findNextAppearance(
  facts: Omit<ShowFacts, 'rounds'> & { rounds: readonly Show[] },
  entry: Pick<Entry, 'id' | 'semiFinal' | 'semiRunningOrder'>,
  formatDay: (show: Show) => string,
): Appearance | undefined {
  const { rounds } = facts
  const semi = rounds.find(
    ({ kind, roundNumber }) => kind === 'semi-final' && roundNumber === entry.semiFinal,
  )
  const final = rounds.find(({ kind }) => kind === 'final')
  const inFinal = final && findEntryInShow(facts, entry, final)
  if (inFinal?.state === 'out') return { roundNumber: null, text: 'Out', runningOrder: null }
  if (semi && !isCertain(inFinal)) return toAppearance(semi, entry.semiRunningOrder, formatDay(semi))
  if (!final) return undefined
  if (inFinal?.state === 'sung' && inFinal.result)
    return toAppearance(final, null, describeResult(inFinal.result))
  const place = findPlace(inFinal)
  return toAppearance(final, place, place === null ? (semi ? 'Through' : 'In the final') : 'Final, sings')
}

/** A show in which a country sings; `text`: 'sings 3rd', 'Through', 'Won · 436', or nothing while not drawn or not to be told (D35). */
export type ListedShow = Pick<Round, 'roundNumber'> & { text: string }

/** The shows in which a country sings: its semi-final, and the final once that is certain. */
export function listShowsOf(
  facts: ShowFacts,
  entry: Pick<Entry, 'id' | 'semiFinal' | 'semiRunningOrder'>,
): ListedShow[] {
  return facts.rounds.flatMap((round) => {
    const { roundNumber, kind } = round
    const inShow = findEntryInShow(facts, entry, round)
    const isListed = kind === 'semi-final' ? entry.semiFinal === roundNumber : isCertain(inShow)
    return isListed ? [{ roundNumber, text: describeListed(inShow) }] : []
  })
}

function describeListed(inShow: EntryInShow): string {
  if (inShow.state === 'through') return 'Through'
  if (inShow.state === 'out') return 'Out'
  if (inShow.state === 'sung' && inShow.result) return describeResult(inShow.result)
  const place = findPlace(inShow)
  return place === null ? '' : `sings ${formatOrdinal(place)}`
}

function findPlace(inShow: EntryInShow | undefined): number | null {
  return inShow && 'runningOrder' in inShow ? inShow.runningOrder : null
}

function isCertain(inFinal: EntryInShow | undefined): boolean {
  return inFinal?.state === 'sung' || (inFinal?.state === 'waiting' && inFinal.isCertain)
}

/** 'Thu 6th'; 'May 15, 6th', because a number stands before it. */
function toAppearance({ roundNumber }: Show, runningOrder: number | null, show: string): Appearance {
  const comma = /\d$/.test(show) ? ',' : ''
  const text = runningOrder === null ? show : `${show}${comma} ${formatOrdinal(runningOrder)}`
  return { roundNumber, text, runningOrder }
}
