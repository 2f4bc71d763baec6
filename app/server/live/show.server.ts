import { LRUCache } from 'lru-cache'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { type CountryResultView, toCountryResultView } from '#app/game/scoring/result-line-view.ts'
import { countQualifiers } from '#app/game/scoring/vote-total.ts'
import type { Entry } from '#app/game/season/contest.ts'
import {
  type EntryInShow,
  findEntryInShow,
  isInShow,
  isThrough,
  type ShowFacts,
} from '#app/game/season/show-state.ts'
import { describeEntry } from '#app/game/season/show-text.ts'
import { type TeamLamps, toTeamLamps } from '#app/game/season/team-lamps.ts'
import { indexOfTeam } from '#app/services/scoreboard/results.server.ts'
import type { RoundOnAir } from './evening.server.ts'

/** How far the show of an evening is, for all who are shown the same results. */
export interface ShowOfEvening {
  /** The state of each entry (by id) in this show. */
  shows: ReadonlyMap<number, EntryInShow>
  /** Each country (by its entry's id) with its points and the words beside its lamp, by the visitor's clock. */
  listCountries: (when: When) => ReadonlyMap<number, CountryResultView>
  /** The song that is on stage, of how many, until the first points; null where none is. */
  song: { begun: number; outOf: number } | null
  /**
   * How many qualifiers of a semi-final were read out, of how many, in the final how many countries have their viewers' points;
   * null before the first points, and in the final before those of the juries are complete.
   */
  tally: { done: number; outOf: number } | null
  /** The countries that may still be read out; none in the final. */
  waiting: readonly Entry[]
  /** The countries (by id) of a final whose viewers' points are in: they get no more. None before those of the juries are complete. */
  complete: ReadonlySet<number>
  /** How many of these countries are in the final; null in the final itself. */
  countThrough: (entryIds: readonly number[]) => number | null
  /** The lamps of a team; null in the final, without a line-up in this round, and before its first points. */
  lampsOfTeam: (teamId: number) => TeamLamps | null
}

/** `now`: game time, epoch ms. */
interface When {
  now: number
  timeZone: string
}

interface ShowParams {
  facts: ShowFacts
  /** The position of each entry (by id) in the line-ups in memory. */
  positionOf: ReadonlyMap<number, number>
  /** Whether points of this show are live (D34). */
  hasPoints: boolean
}

export function computeShow(shown: RoundOnAir, { facts, positionOf, hasPoints }: ShowParams): ShowOfEvening {
  const { contest, round } = shown
  const shows = new Map(contest.entries.map((entry) => [entry.id, findEntryInShow(facts, entry, round)]))
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  const listInState = (...states: EntryInShow['state'][]) =>
    singers.filter(({ id }) => states.some((state) => shows.get(id)?.state === state))
  const isSemi = round.kind === 'semi-final'
  const countThroughs = () => ({
    done: listInState('through').length,
    outOf: countQualifiers(singers.length),
  })
  return {
    shows,
    listCountries: createCountryReader(shown, { facts, hasPoints }),
    song: hasPoints ? null : findSongOnStage(shown, singers.length),
    tally: hasPoints ? (isSemi ? countThroughs() : countVotes(facts, singers.length)) : null,
    waiting: isSemi ? listInState('waiting', 'sung') : [],
    complete: facts.vote?.complete ?? new Set(),
    countThrough: isSemi ? createThroughCount(shows) : () => null,
    lampsOfTeam: isSemi ? createTeamLamps(shown, { shows, positionOf }) : () => null,
  }
}

/** Remembered are the countries of so many time zones, each for a minute: the words by the clock are at most so late. */
const maxRemembered = 100
const rememberedMs = 60_000

function createCountryReader(
  { contest, round, results, hidden }: RoundOnAir,
  { facts, hasPoints }: Pick<ShowParams, 'facts' | 'hasPoints'>,
): ShowOfEvening['listCountries'] {
  const remembered = new LRUCache<string, ReadonlyMap<number, CountryResultView>>({ max: maxRemembered })
  const computed = results?.pointsOf(round.roundNumber) ?? []
  const pointsOf = new Map(computed.map(({ entryId, points }) => [entryId, points]))

  function describe(when: When): ReadonlyMap<number, CountryResultView> {
    const context = { rounds: contest.rounds, hidden, ...when }
    const views = contest.entries.map((entry): [number, CountryResultView] => {
      const points = computed.length > 0 ? (pointsOf.get(entry.id) ?? 0) : null
      const described = describeEntry(entry, { facts, round, context })
      return [entry.id, toCountryResultView({ entry, points }, described, { round, isLive: hasPoints })]
    })
    return new Map(views)
  }

  return (when) => {
    const key = `${Math.floor(when.now / rememberedMs)} ${when.timeZone}`
    const known = remembered.get(key)
    if (known) return known
    const countries = describe(when)
    remembered.set(key, countries)
    return countries
  }
}

/** The song that is on stage of the `outOf` of a show; null before the first, and where the round is hidden. */
export function findSongOnStage(
  { round, hidden }: Pick<RoundOnAir, 'round' | 'hidden'>,
  outOf: number,
): ShowOfEvening['song'] {
  const { songsBegun: begun } = round
  const isOn = begun > 0 && begun <= outOf && !isRoundHidden({ hidden }, round)
  return isOn ? { begun, outOf } : null
}

/** In a final's vote; null before it. */
function countVotes({ vote }: ShowFacts, outOf: number): ShowOfEvening['tally'] {
  return vote ? { done: vote.complete.size, outOf } : null
}

function createThroughCount(shows: ShowOfEvening['shows']): ShowOfEvening['countThrough'] {
  const isIn = (id: number) => {
    const show = shows.get(id)
    return show !== undefined && isThrough(show)
  }
  return (entryIds) => entryIds.filter(isIn).length
}

function createTeamLamps(
  { contest, results, round }: RoundOnAir,
  { shows, positionOf }: Pick<ShowOfEvening, 'shows'> & Pick<ShowParams, 'positionOf'>,
): ShowOfEvening['lampsOfTeam'] {
  const showAt = new Map([...shows].map(([id, show]) => [positionOf.get(id), show]))
  const size = contest.lineupPercentages.length
  return (teamId) => {
    const team = results && indexOfTeam(results.season.columns, teamId)
    const column = results?.season.board.rounds.find((each) => each.roundNumber === round.roundNumber)
    if (!column || team === null) return null
    // A team that joined later has no line-up: none at all, or one of zeros.
    const lineup = column.lineups.subarray(team * size, (team + 1) * size)
    const six = [...lineup].flatMap((position) => showAt.get(position) ?? [])
    return toTeamLamps(six, round, round.deadlineAt)
  }
}
