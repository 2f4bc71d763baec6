import type { z } from 'zod'
import type { ErrorType } from '#app/http/errors/error-types.ts'
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

type Details = Omit<Endpoint, 'method' | 'path' | 'status' | 'errors'> &
  Partial<Pick<Endpoint, 'status' | 'errors'>>

const define =
  (method: Endpoint['method']) =>
  (path: string, details: Details): Endpoint => ({ method, path, status: 200, errors: [], ...details })

const get = define('get')
const post = define('post')
const put = define('put')
const remove = define('delete')

/** All endpoints, by noun. */
export const endpoints: readonly Endpoint[] = [
  get('/api/players', {
    tag: 'Players',
    summary: 'All players of the active game, by country.',
    access: 'anyone',
    response: players,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  get('/api/game/active', {
    tag: 'Game',
    summary: 'The season that is being played: rounds, deadlines, shares.',
    access: 'manager',
    response: activeGame,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  get('/api/teams/mine', {
    tag: 'Teams',
    summary: 'Your team; without one teamId is null.',
    access: 'manager',
    response: myTeam,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  post('/api/teams/mine', {
    tag: 'Teams',
    summary: 'Creates your team, or changes it until the first deadline.',
    access: 'manager',
    body: teamDraft,
    response: myTeam,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_CHANGE_NOT_ALLOWED'],
  }),
  get('/api/teams', {
    tag: 'Teams',
    summary: 'The global ranking. Equal scores share a rank: 1-2-2-4.',
    access: 'manager',
    query: pageQuery,
    response: rankedTeams,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  get('/api/teams/mine/lineup/round/next', {
    tag: 'Line-ups',
    summary: 'Your line-up of the next round.',
    access: 'manager',
    response: roundLineup,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'NEXT_ROUND_MISSING'],
  }),
  get('/api/teams/mine/lineup/round/{round}', {
    tag: 'Line-ups',
    summary: 'Your line-up of a round.',
    access: 'manager',
    response: roundLineup,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING'],
  }),
  post('/api/teams/mine/lineup/round/{round}', {
    tag: 'Line-ups',
    summary: 'Saves your line-up of a round, until its deadline.',
    access: 'manager',
    body: lineupDraft,
    status: 204,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_PAST_DEADLINE'],
  }),
  get('/api/teams/mine/points/round/last', {
    tag: 'Points',
    summary: 'What your team earned in the round whose deadline passed last.',
    access: 'manager',
    response: roundPoints,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'MOST_RECENT_ROUND_MISSING'],
  }),
  get('/api/teams/mine/points/round/{round}', {
    tag: 'Points',
    summary: 'What your team earned in a round.',
    access: 'manager',
    response: roundPoints,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED'],
  }),
  get('/api/teams/{teamId}/points/round/last', {
    tag: 'Points',
    summary: 'What any team earned in the round whose deadline passed last.',
    access: 'manager',
    response: roundPoints,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'MOST_RECENT_ROUND_MISSING'],
  }),
  get('/api/teams/{teamId}/points/round/{round}', {
    tag: 'Points',
    summary: 'What any team earned in a round. Its line-up is told from the deadline on.',
    access: 'manager',
    response: roundPoints,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED'],
  }),
  post('/api/leagues', {
    tag: 'Leagues',
    summary: 'Creates a league with your team as its first member.',
    access: 'manager',
    body: leagueDraft,
    status: 201,
    response: league,
    errors: ['ACTIVE_GAME_MISSING', 'TEAM_MISSING', 'USER_MAX_LEAGUES_EXCEEDED'],
  }),
  get('/api/leagues/mine', {
    tag: 'Leagues',
    summary: 'Your leagues; none without a team.',
    access: 'manager',
    response: leagues,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  post('/api/leagues/{leagueId}/join', {
    tag: 'Leagues',
    summary: 'Joins a league by the secret of its invite. Joining twice is no error.',
    access: 'manager',
    body: invite,
    response: league,
    errors: ['TEAM_MISSING', 'INVALID_INVITE', 'USER_MAX_LEAGUES_EXCEEDED'],
  }),
  get('/api/leagues/{leagueId}/members', {
    tag: 'Leagues',
    summary: 'A page of the table of one of your leagues, with its managers’ names.',
    access: 'manager',
    query: pageQuery,
    response: leagueMembers,
    errors: ['ACTIVE_GAME_MISSING', 'LEAGUE_MISSING', 'ACCESS_DENIED'],
  }),
  get('/api/news', {
    tag: 'News',
    summary: 'A page of the published articles, newest first.',
    access: 'anyone',
    query: pageQuery,
    response: articles,
  }),
  get('/api/news/{articleId}', {
    tag: 'News',
    summary: 'A published article.',
    access: 'anyone',
    response: article,
    errors: ['ARTICLE_MISSING'],
  }),
  get('/api/admin/game/active/round-scores/{round}', {
    tag: 'Administration',
    summary: 'The points of every player in a round.',
    access: 'admin',
    response: roundScores,
    errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING'],
  }),
  put('/api/admin/game/active/round-scores/{round}', {
    tag: 'Administration',
    summary: 'Replaces the points of a round, all or none. Results change when they are computed.',
    access: 'admin',
    body: roundScores,
    response: roundScores,
    errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING'],
  }),
  post('/api/admin/teams/all/compute-round-scores/{round}', {
    tag: 'Administration',
    summary: 'Publishes the results of this and all computed rounds: they are in force when it answers.',
    access: 'admin',
    status: 202,
    errors: ['ACTIVE_GAME_MISSING', 'ROUND_MISSING', 'ROUND_NOT_STARTED', 'VALIDATION_FAILED'],
  }),
  get('/api/admin/game/active/statistics', {
    tag: 'Administration',
    summary: 'How many teams and leagues there are.',
    access: 'admin',
    response: statistics,
    errors: ['ACTIVE_GAME_MISSING'],
  }),
  post('/api/admin/news', {
    tag: 'Administration',
    summary: 'Writes an article. One of a later day waits for it.',
    access: 'admin',
    body: articleDraft,
    status: 201,
    response: article,
  }),
  put('/api/admin/news/{articleId}', {
    tag: 'Administration',
    summary: 'Replaces an article.',
    access: 'admin',
    body: articleDraft,
    response: article,
    errors: ['ARTICLE_MISSING'],
  }),
  remove('/api/admin/news/{articleId}', {
    tag: 'Administration',
    summary: 'Takes an article away for ever.',
    access: 'admin',
    status: 204,
    errors: ['ARTICLE_MISSING'],
  }),
  post('/api/admin/news/upload/news-image', {
    tag: 'Administration',
    summary: 'Stores one JPEG, PNG or WebP of at most 5 MB for an article.',
    access: 'admin',
    file: 'file',
    response: uploadedImage,
  }),
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
