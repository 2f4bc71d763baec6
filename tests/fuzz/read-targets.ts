import type { z } from 'zod'
import { pageQuery } from '#app/http/forms/query.server.ts'
import { leaguesQuery } from '#app/routes/game.leagues/form.server.ts'
import { lineupForm } from '#app/routes/game.lineup/form.server.ts'
import { notificationsQuery } from '#app/routes/game.notifications/form.server.ts'
import { teamForm } from '#app/routes/game.team/form.server.ts'
import { zoneQuery } from '#app/routes/game.time-zone/form.server.ts'
import { targetLimits } from '#app/server/request/request-target.server.ts'
import type { FuzzRequest, FuzzTarget, VisitorKind } from './fuzz-target.ts'
import { inHeader, inPath, inQuery, payloads } from './payloads.ts'

/** Node takes a head of 16 kB; some of it is needed for the other headers. */
const bytesOfHead = 14_500
/** Of a path or a target, what is needed for the rest of it. */
const bytesOfRest = 100

const keysOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)
const link = ['token', 'done']

/** What each route of the build reads of its query. */
export const queries: Record<string, readonly string[]> = {
  'news._index': ['page'],
  'news.$article': ['play'],
  songs: ['play'],
  'auth.sign-in': ['redirectTo'],
  'auth.callback': ['code', 'state', 'iss', 'error'],
  'game._index': ['page', 'dialog'],
  'game.team': [...keysOf(teamForm), 'late'],
  'game.lineup': keysOf(lineupForm),
  'game.leagues': keysOf(leaguesQuery),
  'game.time-zone': keysOf(zoneQuery),
  'game.history': ['before'],
  'game.notifications': keysOf(notificationsQuery),
  'game.results': ['teamId', 'round'],
  'notifications.confirm': link,
  'notifications.unsubscribe': link,
  'admin._index': ['round', 'version', 'scores', 'watch'],
  'admin.news._index': ['page', 'delete'],
  'admin.news.$article': ['page'],
  'api.teams': keysOf(pageQuery),
  'api.leagues.$leagueId.members': keysOf(pageQuery),
  'api.news': keysOf(pageQuery),
  // What is asked of no page, and of Remix.
  'terms-of-service': ['nothing', '_data', '_routes', 'index', '[]'],
}

/** What a query must have beside it so that a value is looked at. */
const beside: Record<string, string> = {
  'auth.callback code': '&state=y',
  'auth.callback iss': '&code=x&state=y',
  'game.leagues invite': '&leagueId=1',
}

/** A route's address, with `{name}` where it takes something: 'news.$article' → '/news/{article}'. */
export function addressOf(routeId: string): string {
  const parts = routeId.replaceAll('[.]', '\0').split('.')
  const path = parts.filter((part) => part !== '_index').map((part) => part.replace(/^\$(.*)$/, '{$1}'))
  return `/${path.join('/').replaceAll('\0', '.')}`
}

/** Each value of each query. */
export function listQueryTargets(): FuzzTarget[] {
  return Object.entries(queries).flatMap(([route, names]) =>
    names.map((name) => ({
      ...asked(`GET ${addressOf(route)}`, `query ${name}`, whose(route)),
      bytes: (route.startsWith('auth.') ? targetLimits.wholeOfAuth : targetLimits.whole) - bytesOfRest,
      spell: inQuery,
      send: (text) => get(`${fillIn(addressOf(route))}?${name}=${text}${beside[`${route} ${name}`] ?? ''}`),
    })),
  )
}

/** Each part of each path: of every route, in the place of what it takes, and behind it. */
export function listPathTargets(routeIds: readonly string[]): FuzzTarget[] {
  const taking = routeIds.map(addressOf).filter((address) => address.includes('{'))
  const slots = taking.flatMap((address) =>
    [...address.matchAll(/\{\w*\}/g)].map(([slot]) => ({ address, slot })),
  )
  return slots.map(({ address, slot }) => ({
    ...asked(`GET ${address}`, `path ${slot}`, whose(address.slice(1))),
    bytes: targetLimits.path - bytesOfRest,
    spell: inPath,
    send: (text) => get(fillIn(address.replace(slot, () => text))),
  }))
}

const fillIn = (address: string) => address.replace('{article}', '1-hello').replace(/\{\w*\}/g, '1')

/** Addresses that are longer than any may be: what is behind them is never asked. */
export function listRequestTargets(): FuzzTarget[] {
  const paths = [
    '/{}',
    '/api/{}',
    '/images/{}',
    '/assets/{}',
    '/?x={}',
    '/game?page={}',
    '/api/teams?offset={}',
  ]
  return paths.map((path) => ({
    ...asked(`GET ${path}`, 'the address', 'stranger'),
    bytes: bytesOfHead,
    spell: inPath,
    send: (text) => get(path.replace('{}', () => text)),
    isRefused: true,
  }))
}

/** Where each cookie is looked at. */
const cookiePaths = ['/', '/game/leagues', '/auth/callback?code=x&state=y', '/api/teams/mine']
const cookies = ['sid', '__Host-sid', 'consent', 'flash', 'zone', 'tz', 'league', 'invite']
const more = ['attempt:x', '__Host-attempt:x', 'unknown']

/** Each cookie, beside that of a session. */
export function listCookieTargets(): FuzzTarget[] {
  return cookiePaths.flatMap((path) =>
    [...cookies, ...more].map((name) => ({
      ...asked(`GET ${path}`, `cookie ${name}`, 'player'),
      // What comes first counts, and the cookie of a session comes behind it.
      bytes: bytesOfHead,
      spell: inHeader,
      send: (text) => get(path, { Cookie: `${name}=${text}` }),
    })),
  )
}

/** What stands before a text in a header. */
const headers: Record<string, string> = {
  Accept: '',
  'Accept-Encoding': 'gzip;q=',
  'Accept-Language': '',
  Authorization: 'Bearer a.b.',
  'Content-Encoding': '',
  'Content-Type': 'application/x-www-form-urlencoded; charset=',
  Forwarded: '',
  Host: '',
  'If-Modified-Since': '',
  'If-None-Match': '"',
  Origin: '',
  Range: 'bytes=',
  Referer: '',
  'Sec-Fetch-Site': '',
  'User-Agent': '',
  'X-Client-Address': '',
  'X-Forwarded-For': '',
  'X-Forwarded-Host': '',
  'X-Unknown': '',
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
const headerRequests: FuzzRequest[] = [
  get('/'),
  get('/api/teams/mine'),
  { method: 'POST', path: '/consent', headers: form, body: 'choice=accept-all' },
]

/** Each header that is looked at somewhere, and some that are not. */
export function listHeaderTargets(): FuzzTarget[] {
  return headerRequests.flatMap((sent) =>
    Object.entries(headers).map(([name, before]) => ({
      ...asked(`${sent.method} ${sent.path}`, `header ${name}`, 'player'),
      bytes: bytesOfHead,
      spell: inHeader,
      send: (text) => ({ ...sent, headers: { ...sent.headers, [name]: before + text } }),
    })),
  )
}

type TargetDefaults = Pick<FuzzTarget, 'address' | 'part' | 'visitor' | 'shapes' | 'isRefused'>

function asked(address: string, part: string, visitor: VisitorKind): TargetDefaults {
  return { address, part, visitor, shapes: payloads, isRefused: false }
}

function whose(route: string): VisitorKind {
  if (route.startsWith('admin') || route.startsWith('api/admin')) return 'admin'
  return /^(game|api)\b/.test(route) ? 'player' : 'stranger'
}

function get(path: string, own: Record<string, string> = {}): FuzzRequest {
  return { method: 'GET', path, headers: own }
}
