import type { z } from 'zod'
import { pageQuery } from '#app/http/forms/query.server.ts'
import { deskQuery } from '#app/routes/admin.desk/form.server.ts'
import { compareQuery } from '#app/routes/game.compare/query.server.ts'
import { countriesQuery } from '#app/routes/game.countries/query.server.ts'
import { leaguesQuery } from '#app/routes/game.leagues/form.server.ts'
import { lineupForm } from '#app/routes/game.lineup/form.server.ts'
import { liveQuery } from '#app/routes/game.live/query.server.ts'
import { notificationsQuery } from '#app/routes/game.notifications/form.server.ts'
import { screenSettingsQuery } from '#app/routes/game.screen/form.server.ts'
import { teamForm } from '#app/routes/game.team/form.server.ts'
import { zoneQuery } from '#app/routes/game.time-zone/form.server.ts'
import { whatIfQuery } from '#app/routes/game.what-if/query.server.ts'
import { screenQuery } from '#app/routes/screen.$secret/query.server.ts'
import { songsQuery } from '#app/routes/songs/query.server.ts'
import { targetLimits } from '#app/server/request/request-target.server.ts'
import { type FuzzRequest, type FuzzTarget, isPastedAtDesk, type VisitorKind } from './fuzz-target.ts'
import { inHeader, inPath, inQuery, payloads } from './payloads.ts'

/** Node accepts 16 kB of headers; the rest is for the other headers. */
const maxHeaderBytes = 14_500
/** Bytes of a path or target beside the text. */
const reservedBytes = 100

const keysOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape)
const link = ['token', 'done']

/** The query parameters that each route reads. */
export const queries: Record<string, readonly string[]> = {
  'news._index': ['page'],
  'news.$article': ['play'],
  songs: keysOf(songsQuery),
  'auth.sign-in': ['redirectTo'],
  'auth.callback': ['code', 'state', 'iss', 'error'],
  'game._index': ['page', 'dialog'],
  'game.team': [...keysOf(teamForm), 'late'],
  'game.lineup': keysOf(lineupForm.in),
  'game.leagues': keysOf(leaguesQuery),
  'game.time-zone': keysOf(zoneQuery),
  'game.history': ['before'],
  'game.notifications': keysOf(notificationsQuery),
  'game.results': ['teamId', 'round'],
  'game.countries': keysOf(countriesQuery),
  'game.live': keysOf(liveQuery),
  'game.screen': keysOf(screenSettingsQuery),
  'game.what-if': keysOf(whatIfQuery),
  'screen.$secret': keysOf(screenQuery),
  'game.compare': keysOf(compareQuery),
  'notifications.confirm': link,
  'notifications.unsubscribe': link,
  'admin._index': ['round', 'version', 'scores', 'watch'],
  'admin.desk': keysOf(deskQuery),
  'admin.desk[.]json': ['season', 'round'],
  'admin.news._index': ['page', 'delete'],
  'admin.news.$article': ['page'],
  'api.teams': keysOf(pageQuery),
  'api.leagues.$leagueId.members': keysOf(pageQuery),
  'api.news': keysOf(pageQuery),
  // Parameters that no page reads, and those of Remix.
  'terms-of-service': ['nothing', '_data', '_routes', 'index', '[]'],
}

/** Further parameters without which the value is not read. */
const companions: Record<string, string> = {
  'auth.callback code': '&state=y',
  'auth.callback iss': '&code=x&state=y',
  'game.leagues invite': '&leagueId=1',
  'admin.desk[.]json season': '&round=1',
  'admin.desk[.]json round': '&season=2025',
}

/** A route's address, with `{name}` for parameters: 'news.$article' → '/news/{article}'. */
export function addressOf(routeId: string): string {
  const parts = routeId.replaceAll('[.]', '\0').split('.')
  const path = parts.filter((part) => part !== '_index').map((part) => part.replace(/^\$(.*)$/, '{$1}'))
  return `/${path.join('/').replaceAll('\0', '.')}`
}

/** Each query parameter of each route. */
export function listQueryTargets(): FuzzTarget[] {
  return Object.entries(queries).flatMap(([route, names]) =>
    names.map((name) => ({
      ...defaultsFor(`GET ${addressOf(route)}`, `query ${name}`, visitorOf(route)),
      bytes: (route.startsWith('auth.') ? targetLimits.authTarget : targetLimits.target) - reservedBytes,
      spell: inQuery,
      isShown: isPastedAtDesk(route, name),
      send: (text) =>
        get(`${fillIn(addressOf(route))}?${name}=${text}${companions[`${route} ${name}`] ?? ''}`),
    })),
  )
}

/** Each path parameter of each route. */
export function listPathTargets(routeIds: readonly string[]): FuzzTarget[] {
  const withParams = routeIds.map(addressOf).filter((address) => address.includes('{'))
  const slots = withParams.flatMap((address) =>
    [...address.matchAll(/\{\w*\}/g)].map(([slot]) => ({ address, slot })),
  )
  return slots.map(({ address, slot }) => ({
    ...defaultsFor(`GET ${address}`, `path ${slot}`, visitorOf(address.slice(1))),
    bytes: targetLimits.path - reservedBytes,
    spell: inPath,
    send: (text) => get(fillIn(address.replace(slot, () => text))),
  }))
}

const fillIn = (address: string) => address.replace('{article}', '1-hello').replace(/\{\w*\}/g, '1')

/** Addresses beyond the length limit, which reach no route. */
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
    ...defaultsFor(`GET ${path}`, 'the address', 'stranger'),
    bytes: maxHeaderBytes,
    spell: inPath,
    send: (text) => get(path.replace('{}', () => text)),
    isRefused: true,
  }))
}

/** Addresses that read cookies. */
const cookiePaths = ['/', '/songs', '/game/leagues', '/auth/callback?code=x&state=y', '/api/teams/mine']
const cookies = ['sid', '__Host-sid', 'consent', 'flash', 'zone', 'tz', 'league', 'invite', 'results']
const more = ['attempt:x', '__Host-attempt:x', 'unknown']

/** Each cookie, beside a session cookie. */
export function listCookieTargets(): FuzzTarget[] {
  return cookiePaths.flatMap((path) =>
    [...cookies, ...more].map((name) => ({
      ...defaultsFor(`GET ${path}`, `cookie ${name}`, 'player'),
      // The first cookie of a name counts, and the session cookie comes after this one.
      bytes: maxHeaderBytes,
      spell: inHeader,
      send: (text) => get(path, { Cookie: `${name}=${text}` }),
    })),
  )
}

/** The start of each header's value, before the text. */
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

/** Each header that the server reads, and some that it does not. */
export function listHeaderTargets(): FuzzTarget[] {
  return headerRequests.flatMap((request) =>
    Object.entries(headers).map(([name, before]) => ({
      ...defaultsFor(`${request.method} ${request.path}`, `header ${name}`, 'player'),
      bytes: maxHeaderBytes,
      spell: inHeader,
      send: (text) => ({ ...request, headers: { ...request.headers, [name]: before + text } }),
    })),
  )
}

type TargetDefaults = Pick<FuzzTarget, 'address' | 'part' | 'visitor' | 'shapes' | 'isRefused'>

function defaultsFor(address: string, part: string, visitor: VisitorKind): TargetDefaults {
  return { address, part, visitor, shapes: payloads, isRefused: false }
}

function visitorOf(route: string): VisitorKind {
  if (route.startsWith('admin') || route.startsWith('api/admin')) return 'admin'
  return /^(game|api)\b/.test(route) ? 'player' : 'stranger'
}

function get(path: string, own: Record<string, string> = {}): FuzzRequest {
  return { method: 'GET', path, headers: own }
}
