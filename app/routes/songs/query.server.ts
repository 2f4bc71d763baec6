import { z } from 'zod'
import { SEARCH_LIMIT } from '#app/game/team/search-entries.ts'
import { typedText } from '#app/http/forms/fields.server.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'

/** An invalid value is left out: then the page shows all songs, and plays none. */
export const songsQuery = z.object({
  /** The number of the show whose singers are listed. */
  show: wholeNumber(1, 99).optional().catch(undefined),
  /** Cut, like the search of the team page. */
  q: typedText(SEARCH_LIMIT).optional().catch(undefined),
  /** The code of the entry whose video plays (D29). */
  play: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .catch(undefined),
})

export type SongsQuery = z.output<typeof songsQuery>
