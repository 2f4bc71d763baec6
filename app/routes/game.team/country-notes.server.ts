import type { Round } from '#app/game/season/contest.ts'
import { findNextAppearance } from '#app/game/season/next-appearance.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { formatDayName } from '#app/game/time/show-day.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listPreviousPlaces } from '#db/seasons/entries.server.ts'

/** What the list says of a country. */
export interface CountryNote {
  /** The next show in which it sings; null when it is out. */
  roundNumber: number | null
  /** 'Thu 6th · 2024: 24th'. */
  text: string
}

/** A note for each country of the season, by code: where it sings next, and its place in the final of the year before. */
export async function loadCountryNotes(db: Db, game: GameContext): Promise<Record<string, CountryNote>> {
  const { contest, now, timeZone } = game
  const facts = { ...(await findShowFacts(db, game)), rounds: contest.rounds }
  const places = await listPreviousPlaces(db, contest.id)
  const formatDay = ({ deadlineAt }: Pick<Round, 'deadlineAt'>) =>
    formatDayName(deadlineAt, now, timeZone).replace(/^(...)\w*day$/, '$1')
  return Object.fromEntries(
    contest.entries.map((entry) => {
      const next = findNextAppearance(facts, entry, formatDay)
      const place = places.get(entry.code)
      const texts = [next?.text, place && `${contest.year - 1}: ${formatOrdinal(place)}`]
      return [entry.code, { roundNumber: next?.roundNumber ?? null, text: texts.filter(Boolean).join(' · ') }]
    }),
  )
}
