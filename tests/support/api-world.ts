import { vi } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership, replaceLeagueRemoval } from '#db/leagues/memberships.server.ts'
import { openApp } from './app.ts'
import { addArticle } from './articles.ts'
import { Browser } from './browser.ts'
import { openCopies } from './database-copies.ts'
import { readTable } from './database-dump.ts'
import { startFakeProvider } from './fake-provider.ts'
import {
  affordableCodes,
  afterFinal,
  before,
  between,
  expireSessions,
  loginWithTeam,
  scoreRound,
} from './game-steps.ts'
import { startClock } from './server-clock.ts'
import { openWorld } from './world.ts'

/** The phase of the game: 'scored' with the first round's points saved; from 'between' on it is computed. */
export type Phase = 'before' | 'scored' | 'between' | 'after' | 'no game'
export type Caller = keyof Awaited<ReturnType<typeof openApiWorld>>['callers']

const clocks = { before, scored: between, between, after: afterFinal, 'no game': before }
/** Tables that no refused call may change. */
const watched = [
  'managers',
  'teams',
  'lineups',
  'leagues',
  'memberships',
  'league_removals',
  'round_scores',
  'articles',
  'images',
  'publications',
] as const

/** Six different countries each, with a different line-up for every round. */
const teamsByPlayer = {
  anna: affordableCodes,
  bjorn: ['SE', 'LV', 'LT', 'ME', 'SI', 'HR'],
  carla: ['FI', 'AM', 'DK', 'IS', 'AZ', 'SM'],
  emil: ['NL', 'CH', 'RS', 'LU', 'AM', 'PT'],
  fay: ['FR', 'IE', 'GE', 'LV', 'ME', 'AZ'],
} as const
type Player = keyof typeof teamsByPlayer
const players = ['anna', 'bjorn', 'carla', 'emil', 'fay'] as const

/**
 * The players of the API tests. Anna owns the league 'The sofa', Björn is a member, Emil was removed from it, Carla
 * is alone in 'The balcony', Fay is in the maximal number of leagues, Dora has no team, Ada is an admin without one.
 * `enter` resets everything to a phase; the system clock stands still and advances a minute each time, so that no
 * scenario is affected by the rate limits of another.
 */
export async function openApiWorld() {
  const provider = await startFakeProvider()
  const clock = startClock()
  const app = await openApp({ issuer: provider.issuer, env: clock.env })
  const world = await openWorld(app)
  const ids: Record<string, number> = {}
  for (const { id, code } of world.contest.entries) ids[code] = id
  const browsers: Partial<Record<Player, Browser>> = {}
  for (const name of players) {
    const team = { codes: teamsByPlayer[name], teamName: `Team of ${name}`, managerName: nameOf(name) }
    const made = await loginWithTeam(app, name, team)
    ids[name] = made.teamId
    browsers[name] = made.as
    for (const round of [1, 2, 3]) {
      const order = orderOf(name, round).join('.')
      await app.post('/game/lineup', { intent: 'save', round: String(round), order }, { as: made.as })
    }
  }
  const leagueWith = async (leagueName: string, members: readonly Player[]) => {
    const gameId = world.contest.id
    const inviteSecret = secretOf(leagueName)
    const [owner = 'anna'] = members
    const ownerId = await managerOf(owner)
    const leagueId = await insertLeague(app.db, { gameId, ownerId, leagueName, inviteSecret, now: 1 })
    for (const name of members) await insertMembership(app.db, { leagueId, teamId: ids[name] ?? 0, now: 1 })
    ids[leagueName] = leagueId
    return leagueId
  }
  const managerOf = async (subject: string) => {
    const found = app.db.selectFrom('managers').select('id').where('subject', '=', subject)
    return (await found.executeTakeFirstOrThrow()).id
  }
  const sofa = await leagueWith('sofa', ['anna', 'bjorn'])
  await leagueWith('balcony', ['carla'])
  for (let n = 1; n <= 20; n += 1) await leagueWith(`fay ${n}`, ['fay'])
  const removal = { leagueId: sofa, teamId: ids.emil ?? 0, inviteSecret: secretOf('sofa'), now: 1 }
  await replaceLeagueRemoval(app.db, removal)
  const expired = await app.login('gone')
  await expireSessions(app, 'gone')

  ids.published = await addArticle(app, { title: 'Published', slug: 'published', publishDate: '2025-05-01' })
  ids.scheduled = await addArticle(app, { title: 'Scheduled', slug: 'scheduled', publishDate: '2025-05-17' })

  const stored = await openCopies(app.location)
  const copies = { before: await stored.copy(), between: '' }
  await app.setClock(between)
  await scoreRound(app, world, 1)
  copies.between = await stored.copy()

  async function putBack(copy: string): Promise<void> {
    await stored.putBack(copy)
    const now = Date.now()
    await app.db
      .updateTable('sessions')
      .set({ created_at: now, last_seen_at: now })
      .where('created_at', '>', 0)
      .execute()
  }

  return {
    app,
    provider,
    ids,
    callers: {
      anonymous: new Browser(),
      dora: world.dora,
      anna: browsers.anna,
      bjorn: browsers.bjorn,
      carla: browsers.carla,
      emil: browsers.emil,
      fay: browsers.fay,
      ada: world.ada,
      expired,
    },
    /** The id of a country's code, a player's team or a league; throws for an unknown name. */
    id(name: string): number {
      const id = ids[name]
      if (id === undefined) throw new Error(`Nobody is called ${name}`)
      return id
    },
    /** Advances time by `ms`. */
    passTime: (ms: number) => clock.pass(ms, app.location),
    /** 'AT GR' → their playerIds. */
    players: (codes: string) => codes.split(' ').map((code) => ids[code] ?? 0),
    async enter(phase: Phase): Promise<void> {
      await clock.pass(61_000, app.location)
      await putBack(phase === 'before' || phase === 'no game' ? copies.before : copies.between)
      await app.setClock(clocks[phase])
      if (phase === 'scored') {
        await app.db.updateTable('games').set({ publication_id: null }).execute()
        await app.db.deleteFrom('publication_points').execute()
        await app.db.deleteFrom('publications').execute()
      }
      if (phase === 'no game') await app.db.updateTable('games').set({ is_active: 0 }).execute()
    },
    /** Every row that a refused call must not change, by table. */
    async dump(): Promise<Record<string, string>> {
      const texts: Record<string, string> = {}
      for (const table of watched) texts[table] = await readTable(app.db, table)
      return texts
    },
    async close(): Promise<void> {
      await stored.close()
      await app.close()
      await provider.stop()
      vi.useRealTimers()
    },
  }
}

export type ApiWorld = Awaited<ReturnType<typeof openApiWorld>>

/** A text that only a player and their league mates may read. */
export function nameOf(name: string): string {
  return `Manager behind ${name}`
}

/** A text that only the members of a league may read. */
export function secretOf(leagueName: string): string {
  return `secret-of-${leagueName.replace(' ', '-')}-0123456789`
}

/** A player's line-up in a round: the team's six, rotated by the round's number. */
export function orderOf(name: Player, round: number): string[] {
  const six = teamsByPlayer[name]
  return [...six.slice(round), ...six.slice(0, round)]
}

export { players as playerNames }
