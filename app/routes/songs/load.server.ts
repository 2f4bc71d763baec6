import { findRevealedRound, type ResultsChoice } from '#app/game/results-choice.ts'
import type { Entry, Round } from '#app/game/season/contest.ts'
import { toSearchNames } from '#app/game/season/country-names.ts'
import { type ListedShow, listShowsOf } from '#app/game/season/next-appearance.ts'
import { hasFirstRoundStarted } from '#app/game/season/round.ts'
import { searchEntries, toSearchTerm } from '#app/game/team/search-entries.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { findOfficialShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import type { SongsQuery } from './query.server.ts'

export type SongsView = Awaited<ReturnType<typeof loadSongs>>
export type Song = SongsView['songs'][number]

interface SongsParams {
  /** Game time, epoch ms. */
  now: number
  query: SongsQuery
  choice: ResultsChoice
}

/** The songs of the active season that match a search, all or those of one show. Who sings in the final is a result (D38). */
export async function loadSongs(db: Db, { now, query: { show, q = '', play }, choice }: SongsParams) {
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const { rounds, entries } = contest
  const facts = await findOfficialShowFacts(db, contest, findRevealedRound(choice, contest.year))
  const chosen = rounds.find((round) => round.roundNumber === show)?.roundNumber ?? null
  const found = searchEntries(entries, q, toSearchNames(entries)).map((entry) => ({
    entry,
    shows: listShowsOf(facts, entry),
  }))
  const listed = found.filter(({ shows }) => !chosen || shows.some((each) => each.roundNumber === chosen))
  return {
    year: contest.year,
    songCount: entries.length,
    shows: rounds.map((round) => ({ roundNumber: round.roundNumber, name: nameShow(round) })),
    /** The number of the show whose songs are listed; null for all. */
    show: chosen,
    search: q,
    /** The same for links, one of which is on each song. */
    term: toSearchTerm(q),
    /** The code of the entry whose video plays. */
    playing: play ?? null,
    /** Whether results are hidden from the visitor; null before the first show, when there are none to hide. */
    isHiding: hasFirstRoundStarted(rounds, now) ? choice.kind === 'hide' : null,
    /** Whether every team can still change. */
    isTeamOpen: !hasFirstRoundStarted(rounds, now),
    songs: listed.map(({ entry, shows }) => toSong(entry, describeShows(shows, rounds))),
  }
}

function toSong({ code, country, artist, song, priceTenths, imageUrl, youtubeId }: Entry, shows: string) {
  return { code, country, artist, song, priceTenths, imageUrl, youtubeId, shows }
}

/** 'Semi-final 1: Through · Final: sings 12th'. */
function describeShows(shows: readonly ListedShow[], rounds: readonly Round[]): string {
  return shows
    .flatMap(({ roundNumber, text }) => {
      const round = rounds.find((each) => each.roundNumber === roundNumber)
      return round ? [nameShow(round) + (text && `: ${text}`)] : []
    })
    .join(' · ')
}

function nameShow({ kind, roundNumber }: Round): string {
  return kind === 'final' ? 'Final' : `Semi-final ${roundNumber}`
}
