import { nameOf } from '#tests/support/api-world.ts'
import { each, type Scenario } from './scenario.ts'

type Bearer = NonNullable<Scenario['bearer']>
const access = { typ: 'at+jwt' }
const elsewhere: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
]
const mine = 'GET /api/teams/mine'

/** Invalid tokens, refused even with a valid session. */
const unsound: [name: string, ...bearer: Bearer][] = [
  ['an ID token', { sub: 'anna' }, {}],
  ['a token of another audience', { sub: 'anna', aud: 'other', azp: 'other' }, access],
  ['a token of another issuer', { sub: 'anna', iss: 'https://elsewhere.example' }, access],
  ['a token that never expires', { sub: 'anna', exp: undefined }, access],
  ['a token that has expired', { sub: 'anna', exp: 1_000 }, access],
  ['a token of nobody', { sub: undefined }, access],
  ['a token signed by a stranger', { sub: 'anna' }, { ...access, key: 'stranger' }],
  ['a token that is not signed', { sub: 'anna', typ: 'Bearer' }, { alg: 'none' }],
  ['a token signed with the client secret', { sub: 'anna' }, { ...access, alg: 'HS256' }],
]

/** Credentials: tokens and cookies, alone and together (D27). */
export const callerScenarios: readonly Scenario[] = [
  {
    name: 'an access token is its manager',
    bearer: [{ sub: 'anna' }, access],
    request: mine,
    status: 200,
    contains: [nameOf('anna')],
  },
  {
    name: 'an access token of Keycloak is its manager',
    bearer: [{ sub: 'bjorn', aud: 'account', azp: 'douze', typ: 'Bearer' }, {}],
    request: mine,
    status: 200,
    contains: [nameOf('bjorn')],
  },
  {
    name: 'a token wins over the cookie of somebody else',
    caller: 'bjorn',
    bearer: [{ sub: 'carla' }, access],
    request: mine,
    status: 200,
    contains: [nameOf('carla')],
    lacks: [nameOf('bjorn')],
  },
  {
    name: 'what a token saves beside a cookie is the team of the token',
    caller: 'bjorn',
    bearer: [{ sub: 'anna' }, access],
    request: 'POST /api/teams/mine/lineup/round/1',
    body: ({ players }) => ({ players: players('PT SM NO DE GR AT') }),
    status: 204,
    changes: ['lineups'],
  },
  {
    name: 'a program saves without any header of a browser',
    bearer: [{ sub: 'anna' }, access],
    request: 'POST /api/leagues',
    body: () => ({ leagueName: 'By program' }),
    status: 201,
    changes: ['leagues', 'memberships'],
  },
  {
    name: 'a token of somebody new reads like a manager without a team, and makes nobody a manager',
    bearer: [{ sub: 'somebody new' }, access],
    request: mine,
    status: 200,
    contains: ['"teamId":null'],
  },
  {
    name: 'a token at its first write makes its manager',
    bearer: [{ sub: 'somebody new' }, access],
    request: 'POST /api/leagues',
    body: () => ({ leagueName: 'Of somebody new' }),
    status: 404,
    errorType: 'TEAM_MISSING',
    changes: ['managers'],
  },
  {
    name: 'an admin by role in the token',
    bearer: [{ sub: 'anna', realm_access: { roles: ['admin'] } }, access],
    request: 'GET /api/admin/game/active/statistics',
    status: 200,
    contains: ['totalTeams'],
  },
  {
    name: 'a token without the role is no admin, although the cookie is',
    caller: 'ada',
    bearer: [{ sub: 'ada' }, access],
    request: 'GET /api/admin/game/active/statistics',
    status: 403,
    errorType: 'ACCESS_DENIED',
    lacks: ['totalTeams'],
  },
  ...each(
    unsound,
    ([name, ...bearer]): Scenario => ({
      name: `${name} opens nothing, beside a good cookie neither`,
      caller: 'anna',
      bearer,
      request: mine,
      status: 401,
      errorType: 'UNAUTHENTICATED',
      lacks: [/Manager behind/],
    }),
  ),
  ...each(
    ['Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YW5uYTpkZW1v', 'anna', ''],
    (authorization): Scenario => ({
      name: `'Authorization: ${authorization}' opens nothing, beside a good cookie neither`,
      caller: 'anna',
      headers: { authorization },
      request: mine,
      status: 401,
      errorType: 'UNAUTHENTICATED',
      lacks: [/Manager behind/],
    }),
  ),
  {
    name: 'a bad token saves nothing by the cookie beside it',
    caller: 'anna',
    bearer: [{ sub: 'anna' }, { ...access, key: 'stranger' }],
    request: 'POST /api/teams/mine/lineup/round/1',
    body: ({ players }) => ({ players: players('PT SM NO DE GR AT') }),
    status: 401,
    errorType: 'UNAUTHENTICATED',
  },
  ...each(
    elsewhere,
    (headers): Scenario => ({
      name: `another site saves nothing: ${JSON.stringify(headers)}`,
      caller: 'anna',
      headers,
      request: 'POST /api/leagues',
      body: () => ({ leagueName: 'Forged' }),
      status: 403,
      errorType: 'ACCESS_DENIED',
    }),
  ),
]
