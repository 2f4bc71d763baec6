import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, isRemixServe, openApp } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { afterEnd, before, loginWithTeam, saveTeam } from '#tests/support/game-steps.ts'
import { findSubmission, hrefOf, toastsOf } from '#tests/support/html.ts'
import { addedByChats, addedToLinks } from '#tests/support/invite-links.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Invites (D11): every kind of visitor with every kind of link. Anna owns 'The hidden sofa'; its link was renewed once.
 * Each test has its own visitors, because wrong secrets are counted per manager.
 */
const name = 'The hidden sofa'
const secret = 'the-link-of-today-1234'
const links = { valid: secret, wrong: 'a-guess-of-someone-els', rotated: 'the-link-of-before-123' }
const linkKinds = ['valid', 'wrong', 'rotated'] as const
const kinds = ['anonymous', 'no team', 'team', 'member', 'removed', 'at the limit'] as const
type Kind = (typeof kinds)[number]

let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let leagueId: number
let visitors = 0

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  const { teamId } = await loginWithTeam(app, 'anna', {
    teamName: 'Annas six',
    managerName: 'Anna the hidden',
  })
  const { manager_id: ownerId } = await app.db
    .selectFrom('teams')
    .select('manager_id')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow()
  const league = { gameId: world.contest.id, ownerId, leagueName: name, inviteSecret: links.valid, now: 1 }
  leagueId = await insertLeague(app.db, league)
  await insertMembership(app.db, { leagueId, teamId, now: 1 })
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const path = (link: string, id = leagueId) => `/game/leagues?leagueId=${id}&invite=${link}`
const joinPath = (link: string) => `/join/${leagueId}-${link}`
const joinBy = (as: Browser, link: string, id = leagueId) =>
  app.post('/game/leagues', { intent: 'join', leagueId: String(id), invite: link }, { as })

/** A fresh visitor of this kind. */
async function visitor(kind: Kind): Promise<{ as: Browser; teamId: number }> {
  visitors += 1
  const who = `visitor ${visitors}`
  if (kind === 'anonymous') return { as: new Browser(), teamId: 0 }
  if (kind === 'no team') return { as: await app.login(who), teamId: 0 }
  const { as, teamId } = await loginWithTeam(app, who, { managerName: who })
  if (kind === 'member') await insertMembership(app.db, { leagueId, teamId, now: 2 })
  if (kind === 'removed') {
    const removal = { league_id: leagueId, team_id: teamId, invite_secret: links.valid, removed_at: 1 }
    await app.db.insertInto('league_removals').values(removal).execute()
  }
  if (kind === 'at the limit') {
    for (let n = 1; n <= 20; n += 1)
      await app.post('/game/leagues', { intent: 'create', leagueName: `Own ${n}` }, { as })
  }
  await app.get('/game', { as }) // takes the notes of what was saved
  return { as, teamId }
}

async function isMember(teamId: number): Promise<boolean> {
  const rows = await app.db
    .selectFrom('memberships')
    .select('team_id')
    .where('league_id', '=', leagueId)
    .where('team_id', '=', teamId)
    .execute()
  return rows.length === 1
}

const memberRows = () => app.db.selectFrom('memberships').selectAll().execute()

const deadLink =
  'This invite link does not work. It may be cut off, or the league has a new one. Ask your friend for it.'
const invalid = `Error joining league ${deadLink}`
const refusedJoin = 'Error joining league This invite link does not work any more. Ask for a new one.'

// The page of the link (status and text), and the response to 'Join league'.
type Cell = [status: number, words: string, pressed: number, toast?: string]
const matrix: Record<Kind, Record<'valid' | 'dead', Cell>> = {
  anonymous: {
    valid: [401, `You are invited to ${name} Join ${name}: `, 303],
    dead: [401, `${deadLink} Authentication required Create a new account`, 303],
  },
  'no team': {
    valid: [
      200,
      `You are invited to ${name} Team required to join league Join ${name}: `,
      404,
      'Team required to join league Please create your team before joining a league.',
    ],
    dead: [403, invalid, 403, refusedJoin],
  },
  team: {
    valid: [200, `Join ${name}: `, 303],
    dead: [403, invalid, 403, refusedJoin],
  },
  member: {
    valid: [200, `You are already in “${name}”`, 303],
    dead: [403, invalid, 403, refusedJoin],
  },
  removed: {
    valid: [
      200,
      `Error joining league You were removed from “${name}”.`,
      403,
      'Error joining league You were removed',
    ],
    dead: [403, invalid, 403, refusedJoin],
  },
  'at the limit': {
    valid: [200, 'Error joining league You are in as many', 409, 'Error joining league Leave another'],
    dead: [403, invalid, 403, refusedJoin],
  },
}

describe.each(kinds)('%s', (kind) => {
  test.each(linkKinds)('with a %s link', async (linkKind) => {
    const [status, words, pressed, toast] = matrix[kind][linkKind === 'valid' ? 'valid' : 'dead']
    const { as, teamId } = await visitor(kind)
    const stored = await memberRows()
    const page = await app.get(path(links[linkKind]), { as })
    expect(page.status).toBe(status)
    expect(page.text).toContain(words)
    expect(page.html.includes(name), 'whether the league is named').toBe(linkKind === 'valid')
    expect(page.html).not.toMatch(/Anna the hidden|Annas six/)
    expect(findSubmission(page.html, 'Join league') !== undefined).toBe(
      kind === 'team' && linkKind === 'valid',
    )
    expect(await memberRows(), 'opening a link joins nobody').toEqual(stored)

    const answer = await joinBy(as, links[linkKind])
    expect(answer.status).toBe(pressed)
    if (toast) expect(toastsOf(answer.html).join()).toContain(toast)
    expect(await isMember(teamId)).toBe(kind === 'member' || (kind === 'team' && linkKind === 'valid'))
    if (kind !== 'member' && linkKind !== 'valid') expect(answer.html).not.toContain(name)
    if (kind !== 'team' || linkKind !== 'valid') expect(await memberRows()).toEqual(stored)
  })

  test.each(['wrong', 'rotated'] as const)(
    'learns as much from a %s link as from a league that is none',
    async (link) => {
      const { as } = await visitor(kind)
      const real = await app.get(path(links[link]), { as })
      const none = await app.get(path(links[link], 4711), { as })
      expect(none.status).toBe(real.status)
      expect(none.text).toBe(real.text)
      const data = await app.get(path(links[link]).replace('?', '.data?'), { as })
      expect(data.status).toBe(real.status)
      expect(data.html).not.toMatch(/hidden sofa|Anna the hidden|link-of-today/)
    },
  )
})

/** No route matches them: the pipeline cuts them off, which remix-serve does not have. */
const ofPipeline = ['%0A', '%0D%0AJoin%20us!', '%E2%80%A8', '%', '%C3', '//']

describe.each(isRemixServe ? addedToLinks : [...addedToLinks, ...ofPipeline])(
  'an invite link with %j behind it',
  (added) => {
    test('names the league to a visitor, and leads whoever is signed in to the join', async () => {
      const link = joinPath(secret) + added
      if (!added.startsWith('.data')) {
        const shown = await app.get(link, { as: new Browser() })
        expect([shown.status, shown.text.includes(`You are invited to ${name}`)]).toEqual([200, true])
        const signIn = findSubmission(shown.html, 'Sign in / Create account')
        expect(signIn).toMatchObject({ action: '/auth/sign-in', fields: [['redirectTo', joinPath(secret)]] })
      }
      const { as } = await visitor('team')
      const lead = await app.get(link, { as })
      if (!added.startsWith('.data')) expect([lead.status, lead.location]).toEqual([303, path(secret)])
      expect(findSubmission((await app.get(path(secret), { as })).html, 'Join league')).toBeDefined()
    })
  },
)

test.each<[string, (link: string) => string]>([
  ['&amp;', (link: string) => link.replace('&', '&amp;')],
  ['&amp;amp;', (link: string) => link.replace('&', '&amp;amp;')],
  ['%26', (link: string) => link.replace('&', '%26')],
  ['%26amp%3B', (link: string) => link.replace('&', '%26amp%3B')],
  ['a line break behind the ampersand', (link: string) => link.replace('&', '&%0D%0A')],
  ['a space behind the ampersand', (link: string) => link.replace('&', '&%20')],
  ...addedByChats.map((added): [string, (link: string) => string] => [
    `${added} behind it`,
    (link) => link + added,
  ]),
])('an older link works with %s', async (_, mangle) => {
  const { as } = await visitor('team')
  const shown = await app.get(mangle(path(secret)), { as })
  expect([shown.status, findSubmission(shown.html, 'Join league') !== undefined]).toEqual([200, true])
  const card = await app.get(mangle(path(secret)), { as: new Browser() })
  expect([card.status, card.text.includes(`You are invited to ${name}`)]).toEqual([401, true])
})

test('the preview of a link names the league and nobody else, and search engines leave it out', async () => {
  for (const as of [new Browser(), undefined]) {
    const shown = await app.get(joinPath(secret), as && { as })
    expect([shown.status, shown.headers.get('X-Robots-Tag'), shown.headers.get('Cache-Control')]).toEqual([
      200,
      'noindex',
      'private, no-store, no-cache',
    ])
    expect(metaOf(shown.html, 'og:title')).toBe(`Join “${name}”`)
    expect(metaOf(shown.html, 'og:description')).toContain(`Join ${name}:`)
    expect(metaOf(shown.html, 'og:url')).toBe(app.origin + joinPath(secret))
    expect(metaOf(shown.html, 'og:image')).toBe(`${app.origin}/share.png`)
    expect(shown.html).not.toMatch(/Anna the hidden|Annas six/)
    expect(shown.html, 'no script').not.toContain('<script')
    expect(shown.headers.getSetCookie()).toEqual([])
  }
  const rules = await app.get('/robots.txt')
  expect(rules.html).not.toContain('/join')
})

const metaOf = (html: string, property: string) => {
  const [, content] = new RegExp(`property="${property}" content="([^"]*)"`).exec(html) ?? []
  return content
}

test.each(['wrong', 'rotated', 'cut off', 'none'] as const)(
  'a link that is %s says so before anybody signs up',
  async (kind) => {
    const targets = {
      wrong: joinPath(links.wrong),
      rotated: joinPath(links.rotated),
      'cut off': joinPath(secret.slice(0, 12)),
      none: '/join/',
    }
    const shown = await app.get(targets[kind], { as: new Browser() })
    expect([shown.status, shown.text.includes(deadLink)]).toEqual([403, true])
    expect(shown.html).not.toContain(name)
    expect(findSubmission(shown.html, 'Sign in / Create account')).toBeUndefined()
  },
)

test('a visitor signs in, accepts, saves a team and is a member without another question', async () => {
  const card = await app.get(path(secret), { as: new Browser() })
  expect(card.status).toBe(401)
  expect(card.text).toMatch(new RegExp(`Join ${name}: (1 team|\\d+ teams) so far\\. Authentication`))
  const signIn = findSubmission(card.html, 'Sign in / Create account')
  expect(signIn).toMatchObject({ action: '/auth/sign-in', fields: [['redirectTo', path(secret)]] })

  const as = await app.login('newcomer')
  const waiting = await app.get(path(secret), { as })
  expect(waiting.text).toContain('You join when you save it; members see your manager name.')
  const accepted = await app.press(waiting, 'Accept and create team', {}, { as })
  expect([accepted.status, accepted.location]).toEqual([303, '/game/team'])
  expect(accepted.headers.getSetCookie().join()).toMatch(
    /invite=[^;]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/,
  )

  const stored = await memberRows()
  const refused = await saveTeam(app, as, { codes: ['AT', 'GR', 'DE', 'NO', 'SM'] })
  expect(refused.status).toBe(422)
  expect(await memberRows(), 'a refused save joins nobody').toEqual(stored)
  const saved = await saveTeam(app, as, { teamName: 'Newcomers', managerName: 'Newcomer' })
  expect([saved.status, saved.location]).toEqual([303, '/game/leagues'])
  const league = await app.follow(saved, { as })
  expect(toastsOf(league.html)).toEqual([
    'League joined! Team saved successfully. Your six are on. Set line-up',
  ])
  expect(league.text).toContain('Newcomer')
  expect(league.text).toContain('Anna the hidden')
  expect(as.cookieNames).not.toContain('invite')
  const again = await saveTeam(app, as, { teamName: 'Newcomers two' })
  expect(again.location, 'the invite was used up').toBe('/game/team')
})

test('a visitor who did not accept is asked after the save', async () => {
  const { as } = await visitor('no team')
  await app.get(path(secret), { as })
  const saved = await saveTeam(app, as, { managerName: 'Undecided' })
  expect([saved.status, saved.location]).toEqual([303, joinPath(secret)])
  const ask = await app.follow(await app.follow(saved, { as }), { as })
  expect(ask.text).toContain(`Join ${name}: `)
  expect(ask.text).toContain('Its members see your manager name.')
  expect(as.cookieNames).not.toContain('invite')
  const league = await app.follow(await app.press(ask, 'Join league', {}, { as }), { as })
  expect(league.text).toContain('Undecided')
})

test('an accepted invite whose link was renewed meanwhile joins nobody, and its page says why', async () => {
  const { as } = await visitor('no team')
  const invite = { leagueId: String(leagueId), invite: links.rotated }
  await app.post('/game/leagues', { intent: 'accept', ...invite }, { as })
  const stored = await memberRows()
  const saved = await saveTeam(app, as)
  expect([saved.status, saved.location]).toEqual([303, joinPath(links.rotated)])
  expect(await memberRows()).toEqual(stored)
  expect((await app.follow(await app.follow(saved, { as }), { as })).text).toContain(invalid)
  expect(as.cookieNames).not.toContain('invite')
})

test('after a join the address has nothing of the invite, and the joined league is the one that is shown', async () => {
  const { as } = await visitor('team')
  await app.post('/game/leagues', { intent: 'create', leagueName: 'A league of my own' }, { as })
  expect((await app.get('/game/leagues', { as })).text).toContain('A league of my own 1 member')
  const joined = await app.press(await app.get(path(secret), { as }), 'Join league', {}, { as })
  expect(joined.location).toBe('/game/leagues')
  const shown = await app.follow(joined, { as })
  expect(toastsOf(shown.html).join()).toContain('League joined!')
  for (const page of [shown, await app.get('/game/leagues', { as })]) {
    expect(page.text).toMatch(new RegExp(`${name} \\d+ members`))
    expect(page.html).toContain(`<option value="${leagueId}" dir="auto" translate="no" selected`)
  }
})

test.each(['join', 'accept'])(
  'a form to %s sent after the session ended leads back to the invite',
  async (intent) => {
    const fields = { intent, leagueId: String(leagueId), invite: secret }
    const answer = await app.post('/game/leagues', fields, { as: new Browser() })
    expect([answer.status, answer.location]).toEqual([303, joinPath(secret)])
  },
)

test('a season whose last deadline has passed takes no new team', async () => {
  const { as } = await visitor('no team')
  await app.setClock(afterEnd)
  const page = await app.get(path(secret), { as })
  expect([page.status, page.text.includes('This season is over')]).toEqual([200, true])
  expect(as.cookieNames).not.toContain('invite')
  expect(hrefOf(page.html, 'My Leagues'), 'none of those is theirs').toBeUndefined()
  expect(page.html.match(/href="\/game"[^>]*>Back to Dashboard/g), 'in the card').toHaveLength(1)
})

test('a forged invite cookie leads only to an invite of this site', async () => {
  for (const value of ['x', '1', '1.//evil', '0.abc', `1.${'x'.repeat(101)}`, '1.abc.refused']) {
    const { as } = await visitor('team')
    as.setCookie('invite', value)
    expect((await saveTeam(app, as)).location).toBe('/game/team')
  }
})

describe('wrong secrets again and again', () => {
  test('end after ten in ten minutes, for that manager alone and for the right secret too', async () => {
    const { as, teamId } = await visitor('team')
    for (let n = 1; n <= 5; n += 1) expect((await joinBy(as, `guess-${n}`)).status).toBe(403)
    for (let n = 1; n <= 5; n += 1) expect((await app.get(path(`guess-${n}`), { as })).status).toBe(403)
    expect((await joinBy(as, secret)).status).toBe(429)
    const page = await app.get(path(secret), { as })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([
      429,
      expect.stringMatching(/^(5\d\d|600)$/),
    ])
    expect(page.html).not.toContain(name)
    expect(await isMember(teamId)).toBe(false)
    const other = await visitor('team')
    expect((await joinBy(other.as, secret)).status).toBe(303)
  })

  test('count those of accepted invites, too', async () => {
    const { as, teamId } = await visitor('team')
    for (let n = 1; n <= 10; n += 1) {
      as.setCookie('invite', `${leagueId}.guess-${n}.accepted`)
      expect((await saveTeam(app, as)).location).toBe(joinPath(`guess-${n}`))
    }
    as.setCookie('invite', `${leagueId}.${secret}.accepted`)
    expect((await saveTeam(app, as)).location).toBe(joinPath(secret))
    expect(await isMember(teamId)).toBe(false)
  })

  test('right ones are never counted', async () => {
    const { as } = await visitor('member')
    for (let n = 1; n <= 12; n += 1) expect((await app.get(path(secret), { as })).status).toBe(200)
  })
})

test.each([
  { leagueId: 'x' },
  { leagueId: '-1' },
  { leagueId: '1e1' },
  { leagueId: '0' },
  { leagueId: '99999999999999' },
  { invite: 'x'.repeat(101) },
  { intent: 'accept', invite: 'a b' },
])('a form of another shape is refused: %j', async (change) => {
  const { as } = await visitor('team')
  const answer = await app.post(
    '/game/leagues',
    { intent: 'join', leagueId: '1', invite: secret, ...change },
    { as },
  )
  expect(answer.status).toBe(400)
})
