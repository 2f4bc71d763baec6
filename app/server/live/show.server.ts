import { LRUCache } from 'lru-cache'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { type CountryResultView, toCountryResultView } from '#app/game/scoring/result-line-view.ts'
import { countQualifiers } from '#app/game/scoring/vote-total.ts'
import type { Entry } from '#app/game/season/contest.ts'
import {
  type EntryInShow,
  findEntryInShow,
  isInShow,
  isOnStage,
  isThrough,
  type ShowFacts,
} from '#app/game/season/show-state.ts'
import { describeEntry } from '#app/game/season/show-text.ts'
import { type TeamLamps, toTeamLamps } from '#app/game/season/team-lamps.ts'
import { indexOfTeam } from '#app/services/scoreboard/results.server.ts'
import type { RoundOnAir } from './evening.server.ts'

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
  /** When the points of each entry (by id) were entered: game time, epoch ms. */
  enteredAt: ReadonlyMap<number, number>
}

/** How far the show of an evening is, for all who are shown the same results. */
export function computeShow(shown: RoundOnAir, { facts, positionOf, hasPoints, enteredAt }: ShowParams) {
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
    /** The state of each entry (by id) in this show. */
    shows,
    /** Each country (by its entry's id) with its points and the words beside its lamp, by the visitor's clock. */
    listCountries: createCountryReader(shown, { facts, hasPoints }),
    /** The song that is on stage, until the first points; null where none is. */
    song: hasPoints ? null : findSongOnStage(shown, facts),
    /**
     * How many qualifiers of a semi-final were read out, of how many, in the final how many countries have their viewers' points;
     * null before the first points, and in the final before those of the juries are complete.
     */
    tally: hasPoints ? (isSemi ? countThroughs() : countVotes(facts, singers.length)) : null,
    /** Those that were read out, in that order; of those that came at once, as they sang. None in the final. */
    qualifiers: isSemi ? sortByReadOut(listInState('through'), enteredAt) : [],
    /** The countries that may still be read out; none in the final. */
    waiting: isSemi ? listInState('waiting', 'sung') : [],
    /** The countries (by id) of a final whose viewers' points are in: they get no more. None before those of the juries are complete. */
    complete: facts.vote?.complete ?? new Set<number>(),
    /** How many of these countries are in the final; null in the final itself. */
    countThrough: isSemi ? createThroughCount(shows) : () => null,
    /** The lamps of a team; null in the final, without a line-up in this round, and before its first points. */
    lampsOfTeam: isSemi ? createTeamLamps(shown, { shows, positionOf }) : () => null,
  }
}

/** Remembered are the countries of so many time zones, each for a minute: the words by the clock are at most so late. */
const maxRemembered = 100
const rememberedMs = 60_000

function createCountryReader(
  { contest, round, results, hidden }: RoundOnAir,
  { facts, hasPoints }: Pick<ShowParams, 'facts' | 'hasPoints'>,
) {
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

  return (when: When) => {
    const key = `${Math.floor(when.now / rememberedMs)} ${when.timeZone}`
    const known = remembered.get(key)
    if (known) return known
    const countries = describe(when)
    remembered.set(key, countries)
    return countries
  }
}

function sortByReadOut(entries: readonly Entry[], enteredAt: ShowParams['enteredAt']): readonly Entry[] {
  const at = ({ id }: Entry) => enteredAt.get(id) ?? 0
  const place = ({ semiRunningOrder }: Entry) => semiRunningOrder ?? 0
  return entries.toSorted((a, b) => at(a) - at(b) || place(a) - place(b))
}

/** The song that is on stage; null before the first, and where the round is hidden. */
export function findSongOnStage(
  { contest, round, hidden }: Pick<RoundOnAir, 'contest' | 'round' | 'hidden'>,
  facts: ShowFacts,
) {
  const { songsBegun: begun } = round
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  const outOf = singers.length
  if (begun === 0 || begun > outOf || isRoundHidden({ hidden }, round)) return null
  const onStage = singers.find((entry) => isOnStage(findEntryInShow(facts, entry, round)))
  const song = `song ${begun} of ${outOf}`
  return {
    begun,
    outOf,
    /** The country on stage; null where the running order is not known. */
    code: onStage?.code ?? null,
    /** 'On stage: Slovenia, song 3 of 15' */
    text: `On stage: ${onStage ? `${onStage.country}, ` : ''}${song}`,
  }
}

/** In a final's vote; null before it. */
function countVotes({ vote }: ShowFacts, outOf: number) {
  return vote ? { done: vote.complete.size, outOf } : null
}

type Shows = ReadonlyMap<number, EntryInShow>

function createThroughCount(shows: Shows) {
  const isIn = (id: number) => {
    const show = shows.get(id)
    return show !== undefined && isThrough(show)
  }
  return (entryIds: readonly number[]) => entryIds.filter(isIn).length
}

function createTeamLamps(
  { contest, results, round }: RoundOnAir,
  { shows, positionOf }: { shows: Shows } & Pick<ShowParams, 'positionOf'>,
) {
  const showAt = new Map([...shows].map(([id, show]) => [positionOf.get(id), show]))
  const size = contest.lineupPercentages.length
  return (teamId: number): TeamLamps | null => {
    const team = results && indexOfTeam(results.season.columns, teamId)
    const column = results?.season.board.rounds.find((each) => each.roundNumber === round.roundNumber)
    if (!column || team === null) return null
    // A team that joined later has no line-up: none at all, or one of zeros.
    const lineup = column.lineups.subarray(team * size, (team + 1) * size)
    const six = [...lineup].flatMap((position) => showAt.get(position) ?? [])
    return toTeamLamps(six, round, round.deadlineAt)
  }
}
