import { comparePrices } from '#app/game/scoring/compare-prices.ts'
import type { Round } from '#app/game/season/contest.ts'
import { isOpen, isZeroOpen } from '#app/game/season/round.ts'
import { isInShow } from '#app/game/season/show-state.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { RoundHolders } from '#app/services/scoreboard/holders.server.ts'
import type { CountrySort } from './query.server.ts'

export type CountriesView = Awaited<ReturnType<typeof loadCountries>>

/**
 * A country with its price, who holds it, and its points; null until the round is computed, while it is hidden, and where a live
 * semi-final gave it none: it may still be read out, or sings another night.
 */
export type CountryHolders = ReturnType<typeof listCountries>[number]

interface CountriesParams extends GameContext {
  /** A closed round (D36). */
  round: Round
  sort: CountrySort
}

/** Who holds whom in a closed round: all countries of the season, sorted. */
export async function loadCountries(params: CountriesParams) {
  const { contest, round, now, sort } = params
  const holders = await scoreboards.readHolders(contest, round)
  const rows = holders ? sortCountries(listCountries(params, holders), sort) : []
  const mostHeld = sortCountries(rows, 'held').slice(0, 6)
  return {
    round: { roundNumber: round.roundNumber, title: round.title },
    rounds: contest.rounds
      .filter((each) => !isOpen(each, now))
      .map(({ roundNumber, title }) => ({ roundNumber, title })),
    sort,
    live: params.live,
    /** Null while the line-ups are being counted. */
    teamCount: holders?.teamCount ?? null,
    rows,
    /** In a semi-final all that are through have the same points (D3). */
    prices: round.kind === 'final' ? comparePrices(rows.filter(({ absence }) => !absence)) : null,
    mostHeld: mostHeld.map(({ code, country }) => ({ code, country })),
    rarest: sortCountries(rows, 'held').findLast((row) => row.isMine) ?? null,
  }
}

function listCountries(params: CountriesParams, holders: RoundHolders) {
  const { contest, results, official, team, round, hidden } = params
  // Automatic line-ups have who is out last (D8): first places tell a result that came before (D38).
  const isFirstHidden = hidden !== null && hidden.roundNumber < round.roundNumber
  const points = new Map(
    (results?.pointsOf(round.roundNumber) ?? []).map((each) => [each.entryId, each.points]),
  )
  const isUnknown = points.size === 0 || isZeroOpen(round)
  const facts = { rounds: contest.rounds, official: official?.season.points ?? [] }
  return contest.entries.map((entry) => {
    const { id, code, country, priceTenths } = entry
    const { held, first } = holders.ofEntry(id)
    return {
      code,
      country,
      priceTenths,
      held,
      /** Tenths of a percent of the teams. */
      heldPermille: holders.teamCount === 0 ? 0 : Math.round((1000 * held) / holders.teamCount),
      first: isFirstHidden ? null : first,
      points: points.get(id) || (isUnknown ? null : 0),
      /** Why it has none, in the place of 0. */
      absence: isInShow(facts, entry, round)
        ? null
        : round.kind === 'final'
          ? 'not in the final'
          : !isUnknown && 'did not sing',
      isMine: team?.entryIds.includes(id) ?? false,
    }
  })
}

const sortValue = {
  name: () => 0,
  price: (row) => row.priceTenths,
  held: (row) => row.held,
  first: (row) => row.first ?? 0,
  points: (row) => row.points ?? 0,
} satisfies Record<CountrySort, (row: CountryHolders) => number>

/** The highest first, equal ones by name; by name alone from A. */
function sortCountries(rows: readonly CountryHolders[], sort: CountrySort): CountryHolders[] {
  return [...rows].sort(
    (a, b) => sortValue[sort](b) - sortValue[sort](a) || a.country.localeCompare(b.country, 'en'),
  )
}
