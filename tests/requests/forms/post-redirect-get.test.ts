import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engineOf } from '#db/engine.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { addArticle } from '#tests/support/articles.ts'
import { Browser } from '#tests/support/browser.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { readTable } from '#tests/support/database-dump.ts'
import { before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { toastsOf } from '#tests/support/html.ts'
import { addConfirmedAddress, addressesOf, confirmLink, unsubscribeLink } from '#tests/support/mail-links.ts'
import { startProvider } from '#tests/support/provider.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Every accepted form redirects: the browser shows the URL of another page, never the response to a POST. So reload and
 * Back send nothing again, and a flash message is shown once (D17).
 */
let app: App
let provider: Awaited<ReturnType<typeof startProvider>>
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Awaited<ReturnType<typeof loginWithTeam>>
let bjorn: typeof anna
let carla: typeof anna
let gameId = 0
const ids = { SOFA: 0, ARTICLE: 0, BJORN: 0 }

beforeAll(async () => {
  provider = await startProvider({ appOrigin: 'http://localhost:3000' })
  app = await openApp({ issuer: provider.issuer, sendsMails: true })
  world = await openWorld(app)
  gameId = world.contest.id
  anna = await loginWithTeam(app, 'anna', { managerName: 'Anna' })
  bjorn = await loginWithTeam(app, 'bjorn', { managerName: 'Björn' })
  carla = await loginWithTeam(app, 'carla', { managerName: 'Carla' })
})

beforeEach(async () => {
  await app.setClock(before)
  await app.db.deleteFrom('leagues').execute()
  await app.db.deleteFrom('articles').execute()
  const { manager_id: ownerId } = await app.db
    .selectFrom('teams')
    .select('manager_id')
    .where('id', '=', anna.teamId)
    .executeTakeFirstOrThrow()
  const sofa = { gameId, ownerId, leagueName: 'The sofa', inviteSecret: 'link-of-the-sofa-1234', now: 1 }
  ids.SOFA = await insertLeague(app.db, sofa)
  for (const { teamId } of [anna, bjorn]) {
    await insertMembership(app.db, { leagueId: ids.SOFA, teamId, now: 1 })
  }
  ids.ARTICLE = await addArticle(app)
  ids.BJORN = bjorn.teamId
})

afterAll(async () => {
  await app?.close()
  await provider?.stop()
})

const writers = {
  anna: () => anna.as,
  carla: () => carla.as,
  ada: () => world.ada,
  'a stranger': () => new Browser(),
}

interface Row {
  /** The route that handles the form. */
  route: string
  who: keyof typeof writers
  /** URL of its page; SOFA, ARTICLE and BJORN are ids. */
  path: string
  press: string
  fields?: Record<string, string>
  /** The title of the toast that the next page shows once. */
  says?: string
  given?: () => Promise<unknown>
}

const article = { title: 'Written', summary: 'It is.', content: '<p>Yes.</p>' }
const share = '/game/leagues?leagueId=SOFA'
const showIsOn = () => app.setClock(between)

const table: readonly Row[] = [
  { route: 'game.team', who: 'anna', path: '/game/team', press: 'Save Team', says: 'Team saved' },
  { route: 'game.team', who: 'anna', path: '/game/team', press: 'Remove Austria' },
  { route: 'game.lineup', who: 'anna', path: '/game/lineup', press: 'Save Lineup', says: 'Lineup saved' },
  { route: 'game.lineup', who: 'anna', path: '/game/lineup', press: 'Move Greece up' },
  {
    route: 'game.leagues',
    who: 'anna',
    path: '/game/leagues?dialog=create',
    press: 'Create League',
    fields: { leagueName: 'The balcony' },
    says: 'League created',
  },
  {
    route: 'game.leagues',
    who: 'carla',
    path: `${share}&invite=link-of-the-sofa-1234`,
    press: 'Join league',
    says: 'League joined!',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=rename`,
    press: 'Rename',
    fields: { leagueName: 'The long sofa' },
    says: 'League renamed',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=renew`,
    press: 'Make a new link',
    says: 'New invite link made',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=remove&teamId=BJORN`,
    press: 'Remove Björn',
    says: 'Member removed',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=hand-over&teamId=BJORN`,
    press: 'Hand over to Björn',
    says: 'League handed over',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=leave`,
    press: 'Leave league',
    says: 'You left the league',
  },
  {
    route: 'game.leagues',
    who: 'anna',
    path: `${share}&dialog=delete`,
    press: 'Delete league',
    says: 'League deleted',
  },
  {
    route: 'game.time-zone',
    who: 'anna',
    path: '/game/time-zone',
    press: 'Save time zone',
    fields: { zone: 'Europe/Zurich' },
    says: 'Time zone',
  },
  {
    route: 'game.time-zone',
    who: 'anna',
    path: '/game/time-zone',
    press: 'Use Basel time',
    says: 'Time zone',
  },
  { route: 'game.time-zone', who: 'anna', path: '/game/time-zone', press: 'Use my browser’s' },
  {
    route: 'game.notifications',
    who: 'anna',
    path: '/game/notifications',
    press: 'Send the link',
    fields: { address: 'anna@example.org' },
    says: 'The link is on its way',
  },
  {
    route: 'notifications.confirm',
    who: 'a stranger',
    path: 'CONFIRM',
    press: 'Confirm address',
  },
  {
    route: 'game.notifications',
    who: 'anna',
    path: '/game/notifications',
    press: 'Save choices',
    fields: { reminder: 'on' },
    says: 'Choices saved',
  },
  {
    route: 'notifications.unsubscribe',
    who: 'a stranger',
    path: 'UNSUBSCRIBE',
    press: 'Unsubscribe',
  },
  {
    route: 'game.notifications',
    who: 'anna',
    path: '/game/notifications',
    press: 'Remove address',
    says: 'Address removed',
  },
  {
    route: 'game.notifications',
    who: 'carla',
    path: '/game',
    press: 'Dismiss: Second semi-final closes soon',
    given: () => app.setClock('2025-05-15T12:00:00Z'),
  },
  {
    route: 'admin.mails',
    who: 'ada',
    path: '/admin',
    press: 'Send me a test mail',
    says: 'Test mail on its way',
    given: () => addConfirmedAddress(app, { as: world.ada, subject: 'ada', address: 'ada@example.org' }),
  },
  { route: 'consent', who: 'a stranger', path: '/', press: 'Necessary Only' },
  { route: 'consent', who: 'a stranger', path: '/news?dialog=cookies', press: 'Save' },
  {
    route: 'game.screen',
    who: 'anna',
    path: '/game/screen?leagueId=SOFA',
    press: 'Make a screen link',
    says: 'Screen link made',
  },
  { route: 'hide-results', who: 'a stranger', path: '/songs?show=1', press: 'Hide results', given: showIsOn },
  { route: 'demo.clock', who: 'a stranger', path: '/songs', press: 'Between the semi-finals' },
  { route: 'admin._index', who: 'ada', path: '/admin?round=1', press: 'Save', given: showIsOn },
  {
    route: 'admin._index',
    who: 'ada',
    path: '/admin?round=1',
    press: 'Fill with real results',
    given: showIsOn,
  },
  {
    route: 'admin._index',
    who: 'ada',
    path: '/admin?round=1',
    press: 'Save Player Scores',
    says: 'Scores saved',
    given: showIsOn,
  },
  {
    route: 'admin._index',
    who: 'ada',
    path: '/admin?round=1',
    press: 'Compute Team Scores',
    given: async () => {
      await showIsOn()
      await scoreRound(app, world, 1)
    },
  },
  {
    route: 'admin.desk',
    who: 'ada',
    path: '/admin/desk?round=3',
    press: 'Save and publish live',
    fields: { 'points-AT': '7' },
    says: 'Published live',
    given: () => app.setClock('2025-05-17T20:45:00Z'),
  },
  {
    route: 'admin.desk',
    who: 'ada',
    path: '/admin/desk?round=2',
    press: 'Next song',
    given: () => app.setClock('2025-05-15T20:45:00Z'),
  },
  {
    route: 'admin.news.$article',
    who: 'ada',
    path: '/admin/news/new',
    press: 'Save Article',
    fields: article,
    says: 'Article created',
  },
  {
    route: 'admin.news.$article',
    who: 'ada',
    path: '/admin/news/ARTICLE',
    press: 'Save Article',
    fields: article,
    says: 'Article updated',
  },
  {
    route: 'admin.news._index',
    who: 'ada',
    path: '/admin/news?delete=ARTICLE',
    press: 'Delete',
    says: 'Article deleted',
  },
  { route: 'auth.sign-in', who: 'a stranger', path: '/game/leagues', press: 'Sign in / Create account' },
  { route: 'auth.sign-out', who: 'a stranger', path: '/auth/sign-out', press: 'Sign Out' },
  {
    route: 'game.account.delete',
    who: 'anna',
    path: '/game/account/delete',
    press: 'Delete my account',
    fields: { confirm: 'delete' },
  },
  // It moves the clock.
  { route: 'demo.rehearsal', who: 'a stranger', path: '/songs', press: 'Play the show' },
]

/** Every row of every table, except tables that reads write to, and the sender of mails. */
async function everything(): Promise<string> {
  const all = await engineOf(app.db).listTables(app.db)
  const tables = all.filter(
    (name) => !['sessions', 'demo_clock', 'sender_lease', 'mailings', 'outbox'].includes(name),
  )
  expect(tables).toEqual(expect.arrayContaining(['leagues', 'receipts', 'articles']))
  return JSON.stringify(await Promise.all(tables.map((name) => readTable(app.db, name))))
}

async function addressOf(path: string): Promise<string> {
  if (path === 'CONFIRM' || path === 'UNSUBSCRIBE') {
    const id = (await addressesOf(app, 'anna'))[0]?.id ?? 0
    return path === 'CONFIRM' ? confirmLink(id) : unsubscribeLink(id, 'reminder')
  }
  return path.replace(/SOFA|ARTICLE|BJORN/g, (name) =>
    String(Object.entries(ids).find(([key]) => key === name)?.[1]),
  )
}

/** The redirect target of a response: 303, or a Refresh to the identity provider (security.md). */
function leadsTo({
  status,
  location,
  headers,
}: {
  status: number
  location: string | null
  headers: Headers
}) {
  if (status === 303) return location
  return status === 200 ? (/^0;url=(.+)/.exec(headers.get('Refresh') ?? '')?.[1] ?? null) : null
}

describe.each(table)('$route: $press at $path', ({ who, path, press, fields, says, given }) => {
  test('redirects to another page, where a reload neither sends the form nor shows the message again', async () => {
    await given?.()
    const as = writers[who]()
    const page = await app.get(await addressOf(path), { as })
    const taken = await app.press(page, press, fields, { as })
    const next = leadsTo(taken)
    expect(next, `${taken.status} ${taken.text}`).toMatch(/^(\/(?!\/)|http:\/\/localhost:\d+\/)/)
    if (!next?.startsWith('/')) return
    const first = await app.get(next, { as })
    await app.untilSettled()
    const stored = await everything()
    const again = await app.get(next, { as })
    expect([first.status, again.status]).toEqual([200, 200])
    if (says) expect(toastsOf(first.html).join()).toContain(says)
    expect(toastsOf(again.html)).toEqual([])
    expect(await everything()).toBe(stored)
  })
})

test('every route that handles a form of a page is in the table', async () => {
  const others = /^(api\.|\$$|images\.|auth\.backchannel-logout$)/
  const doors = (await listRoutes()).withAction.filter((id) => !others.test(id))
  expect(doors.length).toBeGreaterThan(8)
  expect([...new Set(table.map(({ route }) => route))].sort()).toEqual(doors.sort())
})
