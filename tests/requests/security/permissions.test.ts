import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceLeagueScreen } from '#db/leagues/league-screens.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { openDump } from '#tests/support/database-dump.ts'
import { between, expireSessions, loginWithTeam, saveTeam } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Who may see and do what: every route of the build against every kind of visitor (security.md). Anna owns the
 * team that is asked for; Carla has another; Björn is Anna's league mate; the admin has no team; the expired session
 * was Anna's.
 */
const kinds = ['stranger', 'owner', 'other', 'admin', 'expired', 'mate'] as const
type Statuses = [stranger: number, owner: number, other: number, admin: number, expired: number]
/** The expected response for a league mate comes last, where it differs from that for another manager. */
type Row = [
  route: string,
  request: string,
  fields: Record<string, string> | null,
  statuses: Statuses,
  mate?: number,
]

const all = (status: number): Statuses => [status, status, status, status, status]
const signedIn = (owner: number, other: number, admin: number): Statuses => [401, owner, other, admin, 401]

// 'ANNA' is Anna's team, 'ARTICLE' and 'LATER' are articles, the second not yet published, 'SCREEN' is her league's link.
const table: Row[] = [
  ['_index', 'GET /', null, all(200)],
  ['_index', 'POST /?index', {}, all(405)],
  ['news._index', 'GET /news', null, all(200)],
  ['news._index', 'POST /news?index', {}, all(405)],
  ['news.$article', 'GET /news/ARTICLE-hello', null, all(200)],
  ['news.$article', 'GET /news/ARTICLE-old-title', null, all(308)],
  ['news.$article', 'GET /news/LATER-later', null, all(404)],
  ['news.$article', 'POST /news/ARTICLE-hello', {}, all(405)],
  ['songs', 'GET /songs', null, all(200)],
  ['songs', 'POST /songs', {}, all(405)],
  ['terms-of-service', 'GET /terms-of-service', null, all(200)],
  ['terms-of-service', 'POST /terms-of-service', {}, all(405)],
  ['privacy-policy', 'GET /privacy-policy', null, all(200)],
  ['privacy-policy', 'POST /privacy-policy', {}, all(405)],
  ['$', 'GET /nowhere/at/all', null, all(404)],
  ['$', 'POST /nowhere', {}, all(404)],
  ['robots[.]txt', 'GET /robots.txt', null, all(200)],
  ['robots[.]txt', 'POST /robots.txt', {}, all(405)],
  ['sitemap[.]xml', 'GET /sitemap.xml', null, all(200)],
  ['sitemap[.]xml', 'POST /sitemap.xml', {}, all(405)],
  ['feed[.]xml', 'GET /feed.xml', null, all(200)],
  ['feed[.]xml', 'POST /feed.xml', {}, all(405)],
  ['deadlines[.]ics', 'GET /deadlines.ics', null, all(200)],
  ['deadlines[.]ics', 'POST /deadlines.ics', {}, all(405)],
  ['healthz', 'GET /healthz', null, all(200)],
  ['healthz', 'POST /healthz', {}, all(405)],
  ['demo.clock', 'GET /demo/clock', null, all(404)],
  ['demo.clock', 'POST /demo/clock', { now: 'whenever' }, all(400)],
  ['demo.rehearsal', 'GET /demo/rehearsal', null, all(404)],
  ['demo.rehearsal', 'POST /demo/rehearsal', { step: 'other' }, all(400)],
  ['consent', 'GET /consent', null, all(405)],
  ['consent', 'POST /consent', { choice: 'everything' }, all(400)],
  ['consent', 'POST /consent', { choice: 'necessary-only' }, all(303)],
  ['hide-results', 'GET /hide-results', null, all(405)],
  ['hide-results', 'POST /hide-results', { intent: 'everything' }, all(400)],
  ['hide-results', 'POST /hide-results', { intent: 'show' }, all(303)],
  ['hide-results', 'POST /hide-results', { intent: 'reveal', year: '2025', round: '1' }, all(303)],
  ['auth.sign-in', 'GET /auth/sign-in', null, all(200)],
  ['auth.sign-in', 'GET /auth/sign-in?redirectTo=/admin', null, all(200)],
  ['auth.callback', 'GET /auth/callback?code=x&state=y', null, [400, 303, 303, 303, 400]],
  ['auth.sign-out', 'GET /auth/sign-out', null, all(200)],
  ['auth.session', 'GET /auth/session', null, all(200)],
  ['auth.session', 'POST /auth/session', {}, all(405)],
  ['auth.backchannel-logout', 'GET /auth/backchannel-logout', null, all(405)],
  ['auth.backchannel-logout', 'POST /auth/backchannel-logout', { logout_token: 'x' }, all(400)],
  ['game._index', 'GET /game', null, signedIn(200, 200, 200)],
  ['game._index', 'GET /game.data', null, signedIn(200, 200, 200)],
  ['game._index', 'POST /game?index', {}, all(405)],
  ['game.team', 'GET /game/team', null, signedIn(409, 409, 200)],
  ['game.team', 'GET /game/team.data', null, signedIn(409, 409, 200)],
  ['game.team', 'POST /game/team', { intent: 'search', q: 'x' }, all(303)],
  ['game.team', 'POST /game/team', { intent: 'save' }, [303, 409, 409, 422, 303]],
  ['game.lineup', 'GET /game/lineup', null, signedIn(200, 200, 404)],
  ['game.lineup', 'GET /game/lineup.data', null, signedIn(200, 200, 404)],
  ['game.lineup', 'POST /game/lineup', { intent: 'keep', round: '2' }, [303, 303, 303, 404, 303]],
  ['game.lineup', 'POST /game/lineup', { intent: 'save', round: '2', order: 'x' }, [303, 422, 422, 404, 303]],
  ['game.time-zone', 'GET /game/time-zone', null, signedIn(200, 200, 200)],
  ['game.time-zone', 'GET /game/time-zone.data', null, signedIn(200, 200, 200)],
  ['game.time-zone', 'POST /game/time-zone', { zone: 'Europe/Atlantis' }, [303, 422, 422, 422, 303]],
  ['game.time-zone', 'POST /game/time-zone', { intent: 'browser' }, all(303)],
  ['game.history', 'GET /game/history', null, signedIn(200, 200, 404)],
  ['game.history', 'GET /game/history?before=x', null, signedIn(400, 400, 400)],
  ['game.history', 'GET /game/history.data', null, signedIn(200, 200, 404)],
  ['game.history', 'POST /game/history', {}, all(405)],
  ['game.account._index', 'GET /game/account', null, signedIn(200, 200, 200)],
  ['game.account._index', 'GET /game/account.data', null, signedIn(200, 200, 200)],
  ['game.account._index', 'POST /game/account?index', {}, all(405)],
  ['game.account.data', 'GET /game/account/data', null, [303, 200, 200, 200, 303]],
  ['game.account.data', 'POST /game/account/data', {}, all(405)],
  ['game.account.delete', 'GET /game/account/delete', null, signedIn(200, 200, 200)],
  ['game.account.delete', 'GET /game/account/delete.data', null, signedIn(200, 200, 200)],
  ['game.account.delete', 'POST /game/account/delete', { confirm: 'no' }, [303, 422, 422, 422, 303]],
  ['game.notifications', 'GET /game/notifications', null, signedIn(200, 200, 200)],
  ['game.notifications', 'GET /game/notifications.data', null, signedIn(200, 200, 200)],
  [
    'game.notifications',
    'POST /game/notifications',
    { intent: 'ask', address: 'x' },
    [303, 422, 422, 422, 303],
  ],
  ['game.notifications', 'POST /game/notifications', { intent: 'remove' }, all(303)],
  ['game.notifications', 'POST /game/notifications', { intent: 'dismiss', cause: 'x' }, all(303)],
  ['notifications.confirm', 'GET /notifications/confirm?token=x', null, all(400)],
  ['notifications.confirm', 'GET /notifications/confirm?done=1', null, all(200)],
  ['notifications.confirm', 'POST /notifications/confirm', { token: 'x' }, all(400)],
  ['notifications.unsubscribe', 'GET /notifications/unsubscribe?token=x', null, all(400)],
  ['notifications.unsubscribe', 'GET /notifications/unsubscribe?done=season', null, all(200)],
  [
    'notifications.unsubscribe',
    'POST /notifications/unsubscribe?token=x',
    { 'List-Unsubscribe': 'One-Click' },
    all(400),
  ],
  ['demo.mail._index', 'GET /demo/mail', null, all(200)],
  ['demo.mail._index', 'POST /demo/mail?index', {}, all(405)],
  ['demo.mail.$id._index', 'GET /demo/mail/999', null, all(404)],
  ['demo.mail.$id.html', 'GET /demo/mail/999/html', null, all(404)],
  ['admin.mails', 'GET /admin/mails', null, all(303)],
  ['admin.mails', 'POST /admin/mails', {}, [303, 403, 403, 303, 303]],
  ['game.results', 'GET /game/results', null, signedIn(200, 200, 404)],
  ['game.results', 'GET /game/results?teamId=ANNA', null, signedIn(200, 200, 200)],
  ['game.results', 'GET /game/results.data?teamId=ANNA', null, signedIn(200, 200, 200)],
  ['game.results', 'POST /game/results', {}, all(405)],
  ['game.countries', 'GET /game/countries', null, signedIn(200, 200, 200)],
  ['game.countries', 'GET /game/countries?round=2', null, signedIn(303, 303, 303)],
  ['game.countries', 'GET /game/countries?sort=x', null, signedIn(400, 400, 400)],
  ['game.countries', 'GET /game/countries.data', null, signedIn(200, 200, 200)],
  ['game.countries', 'POST /game/countries', {}, all(405)],
  ['game.compare', 'GET /game/compare?team=ANNA', null, signedIn(404, 200, 404)],
  ['game.compare', 'GET /game/compare.data?team=ANNA', null, signedIn(404, 200, 404)],
  ['game.compare', 'GET /game/compare?team=ANNA&round=2', null, signedIn(404, 303, 404)],
  ['game.compare', 'POST /game/compare', {}, all(405)],
  ['game.live', 'GET /game/live', null, signedIn(200, 200, 200)],
  ['game.live', 'GET /game/live?every=30', null, signedIn(200, 200, 200)],
  ['game.live', 'GET /game/live?every=1', null, signedIn(400, 400, 400)],
  ['game.live', 'GET /game/live.data', null, signedIn(200, 200, 200)],
  ['game.live', 'POST /game/live', {}, all(405)],
  ['game.what-if', 'GET /game/what-if', null, signedIn(200, 200, 200)],
  ['game.what-if', 'GET /game/what-if.data?country=SE&points=50', null, signedIn(200, 200, 200)],
  ['game.what-if', 'GET /game/what-if?country=SE&points=-5', null, signedIn(400, 400, 400)],
  ['game.what-if', 'POST /game/what-if', {}, all(405)],
  ['game.live[.]json', 'GET /game/live.json', null, signedIn(200, 200, 200)],
  ['game.live[.]json', 'POST /game/live.json', {}, all(405)],
  ['game.leagues', 'GET /game/leagues', null, signedIn(200, 200, 404)],
  ['game.leagues', 'GET /game/leagues.data', null, signedIn(200, 200, 404)],
  ['game.screen', 'GET /game/screen?leagueId=1', null, signedIn(200, 404, 404), 200],
  ['game.screen', 'GET /game/screen', null, signedIn(400, 400, 400)],
  ['game.screen', 'GET /game/screen.data?leagueId=1', null, signedIn(200, 404, 404), 200],
  [
    'game.screen',
    'POST /game/screen',
    { leagueId: '1', intent: 'hide-invite' },
    [303, 303, 404, 404, 303],
    403,
  ],
  ['join.$', 'GET /join/x', null, all(403)],
  ['join.$', 'GET /join/1-nobody-gave-this-link1', null, [403, 303, 303, 303, 403]],
  ['join.$', 'GET /join/1-nobody-gave-this-link1.data', null, [403, 202, 202, 202, 403]],
  ['join.$', 'POST /join/1-nobody-gave-this-link1', {}, all(405)],
  ['screen.$secret', 'GET /screen/nobody-made-this-link-1', null, all(404)],
  ['screen.$secret', 'GET /screen/SCREEN', null, all(200)],
  ['screen.$secret', 'GET /screen/SCREEN.data', null, all(200)],
  ['screen.$secret', 'POST /screen/SCREEN', {}, all(405)],
  ['admin._index', 'GET /admin', null, signedIn(403, 403, 200)],
  ['admin._index', 'GET /admin.data', null, signedIn(403, 403, 200)],
  [
    'admin._index',
    'POST /admin?index',
    { intent: 'fill', round: '1', version: '0' },
    [303, 303, 303, 303, 303],
  ],
  [
    'admin._index',
    'POST /admin?index',
    { intent: 'live', round: '3', version: '0' },
    [303, 303, 303, 409, 303],
  ],
  [
    'admin._index',
    'POST /admin?index',
    { intent: 'compute', round: '1', version: '0' },
    [303, 303, 303, 422, 303],
  ],
  ['admin.desk', 'GET /admin/desk', null, signedIn(403, 403, 200)],
  ['admin.desk', 'GET /admin/desk.data', null, signedIn(403, 403, 200)],
  ['admin.desk[.]json', 'GET /admin/desk.json?season=2025&round=1', null, signedIn(403, 403, 200)],
  ['admin.desk[.]json', 'GET /admin/desk.json?round=x', null, signedIn(403, 403, 400)],
  ['admin.desk[.]json', 'POST /admin/desk.json', {}, all(405)],
  ['admin.desk', 'GET /admin/desk?round=9', null, signedIn(403, 403, 404)],
  [
    'admin.desk',
    'POST /admin/desk',
    { intent: 'official', round: '1', version: '0' },
    [303, 303, 303, 422, 303],
  ],
  ['admin.desk', 'POST /admin/desk', { round: '1', version: '0', songs: '0:1' }, [303, 303, 303, 303, 303]],
  ['api.players', 'GET /api/players', null, all(200)],
  ['api._index', 'GET /api', null, all(200)],
  ['api.openapi[.]json', 'GET /api/openapi.json', null, all(200)],
  ['api.$', 'GET /api/nothing/here', null, all(404)],
  ['api.$', 'POST /api/nothing/here', {}, all(404)],
  ['api.game.active', 'GET /api/game/active', null, signedIn(200, 200, 200)],
  ['api.teams', 'GET /api/teams', null, signedIn(200, 200, 200)],
  ['api.teams.mine', 'GET /api/teams/mine', null, signedIn(200, 200, 200)],
  ['api.teams.mine', 'POST /api/teams/mine', {}, signedIn(415, 415, 415)],
  [
    'api.teams.mine.lineup.round.$round',
    'GET /api/teams/mine/lineup/round/next',
    null,
    signedIn(200, 200, 404),
  ],
  ['api.teams.mine.lineup.round.$round', 'GET /api/teams/mine/lineup/round/2', null, signedIn(200, 200, 404)],
  ['api.teams.mine.lineup.round.$round', 'POST /api/teams/mine/lineup/round/2', {}, signedIn(415, 415, 415)],
  [
    'api.teams.$teamId.points.round.$round',
    'GET /api/teams/mine/points/round/last',
    null,
    signedIn(200, 200, 404),
  ],
  [
    'api.teams.$teamId.points.round.$round',
    'GET /api/teams/ANNA/points/round/1',
    null,
    signedIn(200, 200, 200),
  ],
  [
    'api.teams.$teamId.points.round.$round',
    'GET /api/teams/ANNA/points/round/2',
    null,
    signedIn(409, 409, 409),
  ],
  ['api.news', 'GET /api/news', null, all(200)],
  ['api.news.$articleId', 'GET /api/news/ARTICLE', null, all(200)],
  ['api.news.$articleId', 'GET /api/news/LATER', null, all(404)],
  ['api.admin.news', 'POST /api/admin/news', {}, signedIn(403, 403, 415)],
  ['api.admin.news.upload.news-image', 'POST /api/admin/news/upload/news-image', {}, signedIn(403, 403, 415)],
  ['api.admin.news.$articleId', 'PUT /api/admin/news/ARTICLE', null, signedIn(403, 403, 415)],
  ['api.admin.news.$articleId', 'DELETE /api/admin/news/999', null, signedIn(403, 403, 404)],
  ['api.leagues', 'POST /api/leagues', {}, signedIn(415, 415, 415)],
  ['api.leagues.mine', 'GET /api/leagues/mine', null, signedIn(200, 200, 200)],
  ['api.leagues.$leagueId.join', 'POST /api/leagues/1/join', {}, signedIn(415, 415, 415)],
  ['api.leagues.$leagueId.members', 'GET /api/leagues/1/members', null, signedIn(200, 403, 403), 200],
  [
    'api.admin.game.active.round-scores.$round',
    'GET /api/admin/game/active/round-scores/1',
    null,
    signedIn(403, 403, 200),
  ],
  [
    'api.admin.game.active.statistics',
    'GET /api/admin/game/active/statistics',
    null,
    signedIn(403, 403, 200),
  ],
  [
    'api.admin.teams.all.compute-round-scores.$round',
    'POST /api/admin/teams/all/compute-round-scores/1',
    {},
    signedIn(403, 403, 422),
  ],
]

table.push(
  ['admin.news._index', 'GET /admin/news', null, signedIn(403, 403, 200)],
  ['admin.news._index', 'GET /admin/news.data', null, signedIn(403, 403, 200)],
  ['admin.news._index', 'POST /admin/news?index', { intent: 'delete', id: '999' }, [303, 403, 403, 404, 303]],
  ['admin.news.$article', 'GET /admin/news/new', null, signedIn(403, 403, 200)],
  ['admin.news.$article', 'GET /admin/news/LATER', null, signedIn(403, 403, 200)],
  ['admin.news.$article', 'GET /admin/news/LATER.data', null, signedIn(403, 403, 200)],
  ['admin.news.$article', 'GET /admin/news/999', null, signedIn(403, 403, 404)],
  ['admin.news.$article', 'POST /admin/news/new', { intent: 'save', title: '' }, signedIn(403, 403, 422)],
  ['admin.news.$article', 'POST /admin/news/LATER', { intent: 'preview' }, signedIn(403, 403, 200)],
  ['images.$name', 'GET /images/nothing.webp', null, all(404)],
  ['images.$name', 'POST /images/nothing.webp', {}, all(405)],
)

const secrets = {
  managerName: 'Anna of the hidden name',
  league: 'League behind the curtain',
  invite: 'invite-secret-of-annas-league',
}

/** Anna's order of the open rounds, and the entries of the other teams: none of hers. */
const secretOrder = ['PT', 'NO', 'AT', 'SM', 'GR', 'DE']
const sixOfBjorn = ['SE', 'LV', 'LT', 'ME', 'SI', 'HR']
/** The same order as pages and data may contain it: codes, countries, numbers. */
let orders: string[][] = []

let app: App
let dump: ReturnType<typeof openDump>
let visitors: Record<(typeof kinds)[number], Browser>
const ids = { ANNA: 0, ARTICLE: 0, LATER: 0, SCREEN: 'screen-secret-of-anna1' }

beforeAll(async () => {
  app = await openApp()
  const world = await openWorld(app)
  const gameId = world.contest.id
  const anna = { managerName: secrets.managerName, teamName: 'Annas six' }
  const { as: owner, teamId } = await loginWithTeam(app, 'anna', anna)
  ids.ANNA = teamId
  for (const round of ['2', '3'])
    await app.post('/game/lineup', { intent: 'save', round, order: secretOrder.join('.') }, { as: owner })
  const mate = await loginWithTeam(app, 'bjorn', { managerName: 'Björn', codes: sixOfBjorn })
  await saveTeam(app, world.carla, { managerName: 'Carla', codes: sixOfBjorn })
  const league = { gameId, ownerId: 1, leagueName: secrets.league, inviteSecret: secrets.invite, now: 1 }
  const leagueId = await insertLeague(app.db, league)
  for (const team of [ids.ANNA, mate.teamId])
    await insertMembership(app.db, { leagueId, teamId: team, now: 1 })
  await replaceLeagueScreen(app.db, { leagueId, secret: ids.SCREEN, now: 1 })
  ids.ARTICLE = await article('Hello', 'hello', '2025-05-01')
  ids.LATER = await article('Later', 'later', '2025-05-20')
  const expired = await app.login('anna')
  await expireSessions(app, 'anna')
  visitors = {
    stranger: new Browser(),
    owner: await app.login('anna'),
    other: world.carla,
    admin: world.ada,
    expired,
    mate: mate.as,
  }
  await app.setClock(between)
  // From here on only requests write.
  await app.untilSettled()
  const entries = await app.db.selectFrom('entries').select(['id', 'code', 'country']).execute()
  const secretEntries = secretOrder.map((code) => entries.find((entry) => entry.code === code))
  orders = [
    secretOrder,
    secretEntries.map((entry) => entry?.country ?? ''),
    secretEntries.map((entry) => `:${entry?.id}`),
  ]
  dump = openDump(app.location)
})
afterAll(async () => {
  await dump.close()
  await app.close()
})

function article(title: string, slug: string, publishDate: string) {
  const text = { title, slug, summary: `About ${title}`, contentHtml: '<p>Text</p>', publishDate }
  const picture = { imageUrl: null, imageCredit: null, countryCode: null }
  return insertArticle(app.db, { ...text, ...picture, category: 'OTHER', sanitiserVersion: 1 }, Date.now())
}

async function ask([, request, fields]: Row, as: Browser) {
  const [method = '', path = ''] = request.split(' ')
  const url = path.replace(/ANNA|ARTICLE|LATER|SCREEN/, (name) =>
    String(Object.entries(ids).find(([key]) => key === name)?.[1]),
  )
  if (method === 'GET') return app.get(url, { as })
  // A call of the API without a body: with a form it would be refused for its type, before anything else.
  if (method === 'POST' && !path.startsWith('/api/')) return app.post(url, fields ?? {}, { as })
  return app.send(url, { method }, { as })
}

test('every route of the build is in the table', async () => {
  const inBuild = (await listRoutes()).all
  expect(inBuild.length).toBeGreaterThan(10)
  const missing = inBuild.filter((id) => !table.some(([route]) => route === id))
  expect(missing, 'routes without a row: say who may see them').toEqual([])
  expect(
    table.map(([route]) => route).filter((route) => !inBuild.includes(route)),
    'rows without a route',
  ).toEqual([])
})

describe.each(table)('%s: %s %j', (...row) => {
  const expected = kinds.map((kind, index) => [kind, row[3][index] ?? row[4] ?? row[3][2]] as const)
  test.each(expected)('%s: %i', async (kind, status) => {
    const before = isRead(row) ? await dump.read() : undefined
    const answer = await ask(row, visitors[kind])
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.html).not.toMatch(/Annas six|Lamps/)
    if (kind !== 'owner')
      expectNoSecret(answer, [...(kind === 'mate' ? sharedBy(row) : []), ...shownByLink(row)])
    if (before) expect(await changesSince(before), 'a read that writes').toEqual([])
  })
})

function isRead([, request]: Row): boolean {
  return request.startsWith('GET ')
}

/** Whoever has the link of a screen sees the league's name on it. */
function shownByLink([, request]: Row): string[] {
  return request.startsWith('GET /screen/SCREEN') ? [secrets.league] : []
}

/** What members of a league see of each other, on pages of the league. */
function sharedBy([route]: Row): string[] {
  if (route === 'game.leagues') return [secrets.managerName, secrets.league, secrets.invite]
  if (route === 'api.leagues.mine') return [secrets.league, secrets.invite]
  if (route === 'api.leagues.$leagueId.members') return [secrets.managerName]
  return [
    'game._index',
    'game.results',
    'game.compare',
    'game.live',
    'game.live[.]json',
    'game.screen',
    'game.account._index',
    'game.account.data',
    'game.account.delete',
  ].includes(route)
    ? [secrets.league]
    : []
}

/** Searches the body and every header (raw and URL-decoded) for Anna's private data and her order. */
function expectNoSecret({ html, headers }: PageResponse, shared: string[]): void {
  const told = [html, ...[...headers].flatMap(([name, value]) => [`${name}: ${value}`, plain(value)])]
  for (const secret of Object.values(secrets).filter((each) => !shared.includes(each)))
    for (const text of told) expect(text, 'a secret of Anna’s').not.toContain(secret)
  for (const order of orders)
    for (const text of told)
      expect(mentions(text, order), 'a line-up of Anna’s').not.toContain(order.join(' '))
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The occurrences of some words in a text, in order. */
function mentions(text: string, words: readonly string[]): string {
  return [...text.matchAll(new RegExp(`(?<!\\w)(${words.join('|')})(?!\\w)`, 'g'))]
    .map(([word]) => word)
    .join(' ')
}

/** The tables that differ, except for expired sessions, which any request may delete. */
async function changesSince(before: Record<string, string>): Promise<string[]> {
  const after = await dump.read()
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

test('Anna herself gets the secrets, so that the search for them is meaningful', async () => {
  const as = visitors.owner
  const [dashboard, leagues] = [await app.get('/game', { as }), await app.get('/game/leagues', { as })]
  expect(dashboard.text).toContain(secrets.managerName)
  expect(leagues.text).toContain(secrets.league)
  expect(leagues.html).toContain(secrets.invite)
  const told = [
    await app.get('/game/lineup?round=2', { as }),
    await app.get('/game/history', { as }),
    await app.get('/api/teams/mine/lineup/round/2', { as }),
  ]
  expect(orders.map((order, at) => mentions(told[at]?.html ?? '', order).includes(order.join(' ')))).toEqual([
    true,
    true,
    true,
  ])
})

test('only the admin gets the admin’s data', async () => {
  const traces = /scoresVersion|canFill|Save Player Scores|score-AL/
  for (const kind of kinds)
    for (const path of ['/admin', '/admin.data']) {
      const { html } = await app.get(path, { as: visitors[kind] })
      expect([kind, path, traces.test(html)]).toEqual([kind, path, kind === 'admin'])
    }
})

test('private responses are never cached', async () => {
  for (const path of [
    '/game',
    '/game/team',
    '/game/lineup',
    '/game/results',
    '/game/live',
    '/game/live.json',
    '/game/compare?team=1',
    '/game/live',
    '/game/history',
    '/game/account',
    '/game/account/data',
    '/game/account/delete',
    '/game/notifications',
    '/game/leagues',
    '/admin',
    '/admin/desk.json?season=2025&round=1',
  ]) {
    const answer = await app.get(path, { as: visitors.admin })
    expect(answer.headers.get('Cache-Control')).toMatch(/^private, no-(store|cache)/)
    expect(answer.headers.get('Vary')).toContain('Cookie')
  }
})

test('an unsupported method of a page is a client error, not a bug in the log', async () => {
  const bugs = await app.logged(async () => expect((await app.post('/songs')).status).toBe(405), 'bug')
  expect(bugs).toEqual([])
})

test('none of these requests has left a secret in the log', () => {
  const lines = app.server.output.out
  expect(lines).toContain('"event":"back-channel logout refused"')
  expect(lines).not.toMatch(new RegExp([...Object.values(secrets), 'sid='].join('|')))
})
