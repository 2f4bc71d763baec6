import type { z } from 'zod'
import type { ErrorType } from '#app/game/errors/errors.ts'
import { pageQuery } from '#app/http/forms/query.server.ts'
import { activeGame } from './active-game.ts'
import { article, articleDraft, articles, uploadedImage } from './article.ts'
import { invite, league, leagueDraft, leagueMembers, leagues } from './league.ts'
import { lineupDraft, roundLineup } from './lineup.ts'
import { players } from './player.ts'
import { rankedTeams } from './ranking.ts'
import { roundPoints } from './round-points.ts'
import { roundScores, statistics } from './round-scores.ts'
import { myTeam, teamDraft } from './team.ts'

/** One endpoint of the API (spec 7), for the OpenAPI document. Its route validates with the same schemas. */
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'delete'
  /** With `{name}` for a number in the path. */
  path: string
  /** Its heading in the guide. */
  tag: string
  summary: string
  access: 'anyone' | 'manager' | 'admin'
  query?: typeof pageQuery
  body?: z.ZodType
  /** The field of its multipart file. */
  file?: string
  status: 200 | 201 | 202 | 204
  response?: z.ZodType
  /** Its specific errors; those by access, body and path are added. */
  errors: readonly ErrorType[]
}

type EndpointOfNoun = Omit<Endpoint, 'tag' | 'access'>
type Details = Omit<EndpointOfNoun, 'method' | 'path' | 'status' | 'errors'> &
  Partial<Pick<Endpoint, 'status' | 'errors'>>

const define =
  (method: Endpoint['method']) =>
  (path: string, details: Details): EndpointOfNoun => ({ method, path, status: 200, errors: [], ...details })

const get = define('get')
const post = define('post')
const put = define('put')
const remove = define('delete')

function defineNoun(tag: string, access: Endpoint['access'], ofNoun: readonly EndpointOfNoun[]): Endpoint[] {
  return ofNoun.map((endpoint) => ({ tag, access, ...endpoint }))
}

/** All endpoints, by noun. */
export const endpoints: readonly Endpoint[] = [
  ...defineNoun('Players', 'anyone', [
    get('/api/players', {
      summary: 'All players of the active game, by country.',
      response: players,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
  ]),
  ...defineNoun('Game', 'manager', [
    get('/api/game/active', {
      summary: 'The season that is being played: rounds, deadlines, shares.',
      response: activeGame,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
  ]),
  ...defineNoun('Teams', 'manager', [
    get('/api/teams/mine', {
      summary: 'Your team; teamId is null if you have none.',
      response: myTeam,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
    post('/api/teams/mine', {
      summary: 'Creates your team, or changes it until the first deadline.',
      body: teamDraft,
      response: myTeam,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_CHANGE_NOT_ALLOWED'],
    }),
    get('/api/teams', {
      summary: 'The global ranking. Equal scores share a rank: 1-2-2-4.',
      query: pageQuery,
      response: rankedTeams,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
  ]),
  ...defineNoun('Line-ups', 'manager', [
    get('/api/teams/mine/lineup/round/next', {
      summary: 'Your line-up of the next round.',
      response: roundLineup,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'NEXT_ROUND_MISSING'],
    }),
    get('/api/teams/mine/lineup/round/{round}', {
      summary: 'Your line-up of a round.',
      response: roundLineup,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING'],
    }),
    post('/api/teams/mine/lineup/round/{round}', {
      summary: 'Saves your line-up of a round, until its deadline.',
      body: lineupDraft,
      status: 204,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_PAST_DEADLINE'],
    }),
  ]),
  ...defineNoun('Points', 'manager', [
    get('/api/teams/mine/points/round/last', {
      summary: 'What your team earned in the round whose deadline passed last.',
      response: roundPoints,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'MOST_RECENT_ROUND_MISSING'],
    }),
    get('/api/teams/mine/points/round/{round}', {
      summary: 'What your team earned in a round.',
      response: roundPoints,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED'],
    }),
    get('/api/teams/{teamId}/points/round/last', {
      summary: 'What any team earned in the round whose deadline passed last.',
      response: roundPoints,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'MOST_RECENT_ROUND_MISSING'],
    }),
    get('/api/teams/{teamId}/points/round/{round}', {
      summary: 'What any team earned in a round. Its line-up is told from the deadline on.',
      response: roundPoints,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED'],
    }),
  ]),
  ...defineNoun('Leagues', 'manager', [
    post('/api/leagues', {
      summary: 'Creates a league with your team as its first member.',
      body: leagueDraft,
      status: 201,
      response: league,
      errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'USER_MAX_LEAGUES_EXCEEDED'],
    }),
    get('/api/leagues/mine', {
      summary: 'Your leagues; none without a team.',
      response: leagues,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
    post('/api/leagues/{leagueId}/join', {
      summary: 'Joins a league by the secret of its invite. Joining twice is no error.',
      body: invite,
      response: league,
      errors: ['TEAM_MISSING', 'INVALID_INVITE', 'USER_MAX_LEAGUES_EXCEEDED'],
    }),
    get('/api/leagues/{leagueId}/members', {
      summary: 'A page of the table of one of your leagues, with its managers’ names.',
      query: pageQuery,
      response: leagueMembers,
      errors: ['ACTIVE_GAME_MISSING', 'LEAGUE_MISSING', 'ACCESS_DENIED'],
    }),
  ]),
  ...defineNoun('News', 'anyone', [
    get('/api/news', {
      summary: 'A page of the published articles, newest first.',
      query: pageQuery,
      response: articles,
    }),
    get('/api/news/{articleId}', {
      summary: 'A published article.',
      response: article,
      errors: ['ARTICLE_MISSING'],
    }),
  ]),
  ...defineNoun('Administration', 'admin', [
    get('/api/admin/game/active/round-scores/{round}', {
      summary: 'The points of every player in a round.',
      response: roundScores,
      errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING'],
    }),
    put('/api/admin/game/active/round-scores/{round}', {
      summary: 'Replaces the points of a round, all or none. Results change when they are computed.',
      body: roundScores,
      response: roundScores,
      errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING'],
    }),
    post('/api/admin/teams/all/compute-round-scores/{round}', {
      summary: 'Publishes the results of this and all computed rounds: they are public when it answers.',
      status: 202,
      errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED', 'VALIDATION_FAILED'],
    }),
    get('/api/admin/game/active/statistics', {
      summary: 'How many teams and leagues there are.',
      response: statistics,
      errors: ['ACTIVE_GAME_MISSING'],
    }),
    post('/api/admin/news', {
      summary: 'Creates an article. One with a later date appears on that day.',
      body: articleDraft,
      status: 201,
      response: article,
    }),
    put('/api/admin/news/{articleId}', {
      summary: 'Replaces an article.',
      body: articleDraft,
      response: article,
      errors: ['ARTICLE_MISSING'],
    }),
    remove('/api/admin/news/{articleId}', {
      summary: 'Deletes an article for good.',
      status: 204,
      errors: ['ARTICLE_MISSING'],
    }),
    post('/api/admin/news/upload/news-image', {
      summary: 'Stores one JPEG, PNG or WebP of at most 5 MB for an article.',
      file: 'file',
      response: uploadedImage,
    }),
  ]),
]

/** All errors of an endpoint: its specific ones, and those by access, method and body. */
export function listErrorTypes({ method, access, body, file, errors }: Endpoint): ErrorType[] {
  const types = [
    'BAD_REQUEST',
    access !== 'anyone' && 'UNAUTHENTICATED',
    access === 'admin' && 'ACCESS_DENIED',
    ...errors,
    ...(method === 'get' ? [] : writeErrors),
    (body !== undefined || file !== undefined) && 'VALIDATION_FAILED',
    'TOO_MANY_REQUESTS',
    'SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
  ] as const
  return [...new Set(types.filter((type) => type !== false))]
}

/** Errors of the request checks before a write, with or without a body; also of the CSRF check. */
const writeErrors = [
  'ACCESS_DENIED',
  'LENGTH_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const
