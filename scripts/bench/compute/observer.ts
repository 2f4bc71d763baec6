import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { findActiveGame } from '#db/games.server.ts'
import { listLeagueRanking, listRanking, type RankedTeam } from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import { instant } from '../../load/acknowledged.ts'
import { ask } from '../../load/wire.ts'

/** A page of a ranking as somebody saw it. */
interface Seen {
  place: Place
  rows: string
  askedAt: number
  seenAt: number
}

/** Of all teams, or with a number of a league. */
interface Place {
  leagueId: number | null
  offset: number
}

const limit = 100
/** Some twenty pages a second. */
const restMs = 40
const page = z.object({
  data: z.array(
    z.object({
      teamId: z.number(),
      teamRank: z.number().nullish(),
      leagueRank: z.number().nullish(),
      teamScore: z.number().nullable(),
    }),
  ),
})

/** Reads pages from all over the rankings, one after another, until it is told to stop. */
export function startObserver({
  port,
  cookie,
  places,
}: {
  port: number
  cookie: string
  places: readonly Place[]
}) {
  const seen: Seen[] = []
  let isStopped = false
  const ended = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const place = places[n % places.length]
      const found = place && (await look(port, cookie, place, n))
      // A line that broke shows nothing.
      if (found) seen.push(found)
      await pause(restMs)
    }
  })()
  return {
    seen,
    /** Never fulfilled; rejected when a page could not be read. */
    broke: ended.then(() => new Promise<never>(() => {})),
    async stop() {
      isStopped = true
      await ended
    },
  }
}

async function look(port: number, cookie: string, place: Place, n: number): Promise<Seen | undefined> {
  const { leagueId, offset } = place
  const path = leagueId === null ? '/api/teams' : `/api/leagues/${leagueId}/members`
  const askedAt = instant()
  const headers = { Cookie: cookie, 'X-Forwarded-For': `10.200.0.${n % 250}` }
  const target = `${path}?offset=${offset}&limit=${limit}`
  const answer = await ask({ port, method: 'GET', path: target, headers })
  if (answer === null) return undefined
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  const { data } = page.parse(JSON.parse(gunzip(answer.body)))
  const rows = data.map(({ teamId, teamRank, leagueRank, teamScore }) =>
    [teamId, teamRank ?? leagueRank ?? '-', teamScore ?? '-'].join(),
  )
  return { place, rows: rows.join(' '), askedAt, seenAt: instant() }
}

/** Small answers and kept ones may come as they are. */
function gunzip(body: Buffer): string {
  return (body[0] === 0x1f ? gunzipSync(body) : body).toString()
}

/** Where a page was seen that is neither the old nor the new ranking's, or an old one after a new one. In words. */
export async function findHalves(
  db: Db,
  seen: readonly Seen[],
  { before, after }: { before: number; after: number },
): Promise<string[]> {
  const old = new Map<string, string>()
  const fresh = new Map<string, string>()
  for (const { place } of seen) {
    const key = keyOf(place)
    if (old.has(key)) continue
    old.set(key, await readRows(db, place, before))
    fresh.set(key, await readRows(db, place, after))
  }
  const same = [...old].filter(([key, rows]) => fresh.get(key) === rows).map(([key]) => key)
  const firstNewAt = Math.min(...seen.filter(isFresh).map(({ seenAt }) => seenAt))

  function isFresh({ place, rows }: Seen): boolean {
    return rows === fresh.get(keyOf(place)) && rows !== old.get(keyOf(place))
  }

  const halves = seen.flatMap((each) => {
    const key = keyOf(each.place)
    if (each.rows !== old.get(key) && each.rows !== fresh.get(key)) return [`${key} was neither old nor new`]
    const isOldAgain = each.rows !== fresh.get(key) && each.askedAt > firstNewAt
    return isOldAgain ? [`${key} was old after another page was new`] : []
  })
  if (same.length === old.size) halves.push('the new ranking is the old one: nothing was observed')
  return halves
}

const keyOf = ({ leagueId, offset }: Place) =>
  `${leagueId === null ? 'all teams' : `league ${leagueId}`} from ${offset}`

async function readRows(db: Db, { leagueId, offset }: Place, generation: number): Promise<string> {
  const game = await findActiveGame(db)
  if (!game) throw new Error('No season is active')
  const rows: RankedTeam[] =
    leagueId === null
      ? await listRanking(db, { game: { id: game.id, publishedGeneration: generation }, offset, limit })
      : await listLeagueRanking(db, { generation, leagueId, offset, limit })
  const told = rows.map(({ teamId, rank, totalHundredths }) =>
    [teamId, rank ?? '-', totalHundredths === null ? '-' : totalHundredths / 100].join(),
  )
  return told.join(' ')
}
