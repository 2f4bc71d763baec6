/** A contest entry, called player in the API (D1). Its code (ISO 3166 alpha-2, upper case) selects the flag. */
export interface Entry {
  id: number
  code: string
  country: string
  artist: string
  song: string
  /** Tenths of a million euros. */
  priceTenths: number
  /** Round number of its semi-final; null when it is pre-qualified. */
  semiFinal: number | null
  /** Its place in the running order of that semi-final, from 1; null while not drawn. The final's: `FinalOrder`. */
  semiRunningOrder: number | null
  imageUrl: string | null
  youtubeId: string | null
  extraInfo: string | null
}

/**
 * The final's running order: places, from 1, by entry id. It is no part of the entries, which pages send to browsers:
 * it tells who qualified, so only `listFinalOrder`'s callers have it.
 */
export type FinalOrder = ReadonlyMap<number, number>

/** One show. Instants are epoch ms. A round is open while now < deadlineAt (D6). */
export interface Round {
  roundNumber: number
  title: string
  kind: 'semi-final' | 'final'
  deadlineAt: number
  scoresSavedAt: number | null
  /** Time of the publication in force that covers it; null while none does (D10). */
  computedAt: number | null
  /** When its automatic line-ups were stored permanently; null before its deadline (D8). */
  settledAt: number | null
  /** How many songs of its show have begun: the last of them is on stage. One more than it has when all are over (D35). */
  songsBegun: number
  /** Whether points of it are published, live or official, also where they are hidden (D38). Of the active season only. */
  hasPublishedPoints?: boolean
}

/** One season (D12). */
export interface Game {
  id: number
  year: number
  hostCity: string
  hostCountry: string
  timeZone: string
  /** Share of the points per line-up position, in percent (D2). */
  lineupPercentages: readonly number[]
  budgetTenths: number
  teamSize: number
  leagueLimit: number
  concludedAt: number
  teamCount: number
  leagueCount: number
  /** The publication in force; null before the first. */
  publicationId: number | null
  /** The live publication, shown until its round is official; null without one (D34). */
  livePublicationId: number | null
}

/** A season with its rounds in order and its entries by country name. */
export interface Contest extends Game {
  rounds: readonly Round[]
  entries: readonly Entry[]
}
