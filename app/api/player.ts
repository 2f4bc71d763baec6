import { z } from 'zod'
import type { Entry } from '#app/game/season/contest.ts'

/** A contest entry, called player in the API (D1). */
export const player = z
  .object({
    playerId: z.int(),
    playerName: z.string().describe('The country'),
    playerAltName: z.string().describe('The artist'),
    playerAsset: z.string().describe('The title of the song'),
    playerValue: z.number().describe('The price in millions of euros'),
    imageUrl: z.string().nullable(),
    youtubeId: z.string().nullable().describe('The video of the song'),
    extraInfo: z.string().nullable().describe('A few words about the entry'),
  })
  .meta({
    id: 'Player',
    description: 'A country that takes part in the contest, with its artist and song.',
    example: {
      playerId: 2,
      playerName: 'Austria',
      playerAltName: 'JJ',
      playerAsset: 'Wasted Love',
      playerValue: 19,
      imageUrl: null,
      youtubeId: null,
      extraInfo: null,
    },
  })

export const players = z.array(player).meta({ id: 'Players', description: 'All players, by country.' })

export function toPlayer(entry: Entry): z.input<typeof player> {
  return {
    playerId: entry.id,
    playerName: entry.country,
    playerAltName: entry.artist,
    playerAsset: entry.song,
    playerValue: entry.priceTenths / 10,
    imageUrl: entry.imageUrl,
    youtubeId: entry.youtubeId,
    extraInfo: entry.extraInfo,
  }
}

/** The country codes of playerIds; an unknown id becomes a code that no country has. */
export function toCountryCodes(entries: readonly Entry[], playerIds: readonly number[]): string[] {
  return playerIds.map((id) => entries.find((entry) => entry.id === id)?.code ?? `#${id}`)
}
