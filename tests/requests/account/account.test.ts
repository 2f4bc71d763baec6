import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { engineOf } from '#db/engine.server.ts'
import { sendCall } from '#tests/support/api-requests.ts'
import { type App, isRemixServe, openApp, type PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import {
  affordableCodes,
  before,
  between,
  expireSessions,
  loginWithTeam,
  saveTeam,
  scoreRound,
} from '#tests/support/game-steps.ts'
import { fieldNamed, hrefOf, tagsOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** A manager's data: shown, downloaded, deleted. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const account = (as?: Browser) => app.get('/game/account', { as })
const question = (as?: Browser) => app.get('/game/account/delete', { as })
const confirm = (page: PageResponse, as: Browser, typed = 'delete') =>
  app.press(page, 'Delete my account', { confirm: typed }, { as })

async function createLeague(as: Browser, leagueName: string): Promise<number> {
  const made = await app.post('/game/leagues', { intent: 'create', leagueName }, { as })
  expect(made.status, made.text).toBe(303)
  return Number(/leagueId=(\d+)/.exec(made.location ?? '')?.[1])
}

async function joinLeague(as: Browser, leagueId: number): Promise<void> {
  const { invite_secret: invite } = await app.db
    .selectFrom('leagues')
    .select('invite_secret')
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  const joined = await app.post(
    '/game/leagues',
    { intent: 'join', leagueId: String(leagueId), invite },
    { as },
  )
  expect(joined.status, joined.text).toBe(303)
}

const managers = async (subject: string) =>
  app.db.selectFrom('managers').select('id').where('subject', '=', subject).execute()

const noScript = (html: string) => tagsOf(html, 'script').filter((tag) => tag.has('src'))

describe('the account’s page', () => {
  test('tells what is stored, needs no script, and is linked from the dashboard and every page’s foot', async () => {
    const { as } = await loginWithTeam(app, 'reader', { teamName: 'Readers six', managerName: 'Reader' })
    await createLeague(as, 'Readers league')
    const page = await account(as)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store, no-cache')
    expect(page.text).toContain('You sign in with localhost:3001 as “reader”')
    expect(page.text).toContain('Readers six 2025 Managed by Reader. 1 save with receipts, 1 league')
    expect(hrefOf(page.html, 'Download my data')).toBe('/game/account/data')
    expect(hrefOf(page.html, 'Delete account')).toBe('/game/account/delete')
    expect(noScript(page.html)).toEqual([])
    expect(noScript((await question(as)).html)).toEqual([])
    for (const path of ['/game', '/privacy-policy', '/news'])
      expect(hrefOf((await app.get(path, { as })).html, 'Your account'), path).toBe('/game/account')
    expect((await app.get('/news')).html).not.toContain('/game/account')
    expect((await app.get('/privacy-policy')).html).toContain('href="/game/account/delete"')
  })

  test('is there for somebody without a team and, once there is no game, too', async () => {
    const as = await app.login('teamless')
    expect((await account(as)).text).toContain('as “teamless”')
    await app.db.updateTable('games').set({ is_active: 0 }).execute()
    try {
      for (const path of ['/game/account', '/game/account/delete', '/game/account/data'])
        expect((await app.get(path, { as })).status, path).toBe(200)
    } finally {
      await app.db.updateTable('games').set({ is_active: 1 }).where('year', '=', 2025).execute()
    }
  })

  test('shows a stranger the sign-in card, and nobody’s data', async () => {
    for (const path of ['/game/account', '/game/account/delete']) {
      const page = await app.get(path)
      expect([page.status, page.text.includes('Authentication required')], path).toEqual([401, true])
      expect(page.html).not.toContain('reader')
    }
    const file = await app.get('/game/account/data')
    expect([file.status, file.location]).toEqual([303, '/game/account'])
  })
})

describe('the download', () => {
  test('is a JSON file of the own data, never cached', async () => {
    const { as } = await loginWithTeam(app, 'taker', { teamName: 'Takers six', managerName: 'Taker' })
    const other = await loginWithTeam(app, 'untaken', { teamName: 'Hidden six', managerName: 'Hidden' })
    const leagueId = await createLeague(as, 'Takers league')
    await joinLeague(other.as, leagueId)
    as.setCookie('zone', 'Asia%2FTokyo')
    as.setCookie('consent', 'necessary')
    const file = await app.get('/game/account/data', { as })
    expect(file.status).toBe(200)
    expect(file.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(file.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="douze-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(file.headers.get('Cache-Control')).toBe('private, no-store')
    expect(file.json()).toMatchObject({
      account: { subject: 'taker' },
      sessions: [{ isAdmin: false }],
      teams: [
        {
          season: 2025,
          teamName: 'Takers six',
          managerName: 'Taker',
          countries: affordableCodes,
          leagues: [{ leagueName: 'Takers league', isOwner: true, memberCount: 2 }],
          leagueLog: [{ kind: 'created', isByYou: true }],
        },
      ],
      browser: { timeZone: 'Asia/Tokyo' },
    })
    expect(file.html).not.toMatch(/Hidden|untaken|invite/i)
    const [session] = await app.db
      .selectFrom('sessions')
      .innerJoin('managers', 'managers.id', 'manager_id')
      .select('id_hash')
      .where('subject', '=', 'taker')
      .execute()
    expect(session?.id_hash).toMatch(/./)
    expect(file.html).not.toContain(session?.id_hash)
  })

  test('after a day of scripted saves is bounded, like the pages that tell of them', async () => {
    const { as, teamId } = await loginWithTeam(app, 'script', { teamName: 'Scripted six' })
    const team = app.db.selectFrom('teams').select(['manager_id', 'game_id']).where('id', '=', teamId)
    const { manager_id, game_id } = await team.executeTakeFirstOrThrow()
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 43200)
      insert into receipts (manager_id, game_id, kind, round_numbers, codes, saved_at)
      select ${manager_id}, ${game_id}, 'line-up', '1.2.3', ${affordableCodes.join('.')}, n from numbers`.execute(
      app.db,
    )
    const file = await app.get('/game/account/data', { as })
    const copy = z
      .object({ teams: z.array(z.object({ saves: z.array(z.object({ savedAt: z.string() })) })) })
      .parse(file.json())
    const saves = copy.teams.flatMap((each) => each.saves.map(({ savedAt }) => Date.parse(savedAt)))
    expect([saves.length, saves.at(0), saves.at(-1)]).toEqual([1000, 43_200, 42_201])
    expect(file.html.length).toBeLessThan(512 * 1024)
    expect((await account(as)).text).toContain('1,000 saves with receipts')
    const history = await app.get('/game/history', { as })
    expect([history.status, history.html.length < 128 * 1024]).toEqual([200, true])
    expect(history.text).toContain('The newest 1,000')
  })

  test('is rate limited', async () => {
    const as = await app.login('greedy')
    // All at once: on a busy machine sequential requests would take longer than the minute of the rate limit.
    const answers = await Promise.all(Array.from({ length: 62 }, () => app.get('/game/account/data', { as })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses).toContain(429)
  })
})

describe('the question', () => {
  test('says what will happen to teams and leagues, before the first deadline and after', async () => {
    const { as } = await loginWithTeam(app, 'asker', { teamName: 'Askers six', managerName: 'Asker' })
    const { as: heir } = await loginWithTeam(app, 'heir', { managerName: 'The Heir' })
    await joinLeague(heir, await createLeague(as, 'Handed on'))
    await createLeague(as, 'Alone')
    await joinLeague(as, await createLeague(heir, 'Of others'))
    const early = await question(as)
    expect(early.status).toBe(200)
    for (const words of [
      '“Askers six” (2025) is deleted with its line-ups.',
      '1 league of yours goes to its member of longest standing: “Handed on” to The Heir.',
      '1 league deleted: you are the last member: “Alone”.',
      '1 league left to the others: “Of others”.',
    ])
      expect(early.text).toContain(words)
    await app.setClock(between)
    expect((await question(as)).text).toContain('becomes “Deleted team” in the ranking')
  })

  test.each(['', 'no', 'deleted', 'delete my account', '\0'])(
    'answered with %j deletes nothing',
    async (typed) => {
      const { as } = await loginWithTeam(app, `unsure-${typed.length}`)
      const refused = await confirm(await question(as), as, typed)
      expect(refused.status).toBe(422)
      expect(refused.headers.get('Cache-Control')).toBe('private, no-cache')
      expect(toastsOf(refused.html)).toEqual(['Nothing is deleted yet Type “delete” to confirm'])
      const field = fieldNamed(refused.html, 'Type “delete” to confirm')
      expect(field?.get('aria-invalid')).toBe('true')
      expect(field?.get('aria-describedby')).toBe('confirm-error')
      expect((await account(as)).status).toBe(200)
    },
  )

  test('that comes from another site is refused before it is read', async () => {
    const { as } = await loginWithTeam(app, 'victim')
    const sent = { method: 'POST', path: '/game/account/delete', as }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (headers: Record<string, string>, confirm = 'delete') =>
      sendCall(app, { ...sent, raw: `confirm=${confirm}&once=`, headers: { ...type, ...headers } })
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    // Under remix-serve Remix's own check comes first.
    expect((await ask({ origin: 'https://elsewhere.example' })).status).toBe(isRemixServe ? 500 : 403)
    expect(await managers('victim')).toHaveLength(1)
    expect((await ask({ 'sec-fetch-site': 'same-origin' }, 'no')).status).toBe(422)
  })
})

describe('a deletion', () => {
  test('ends every session, says so, and clears what the browser kept', async () => {
    const { as } = await loginWithTeam(app, 'leaver')
    const phone = await app.login('leaver')
    as.setCookie('invite', '1.abc')
    const done = await confirm(await question(as), as)
    expect([done.status, done.location]).toEqual([303, '/'])
    expect(done.headers.get('Clear-Site-Data')).toBe('"cache"')
    for (const name of ['sid', 'invite', 'league', 'zone']) expect(as.cookie(name), name).toBeUndefined()
    const home = await app.follow(done, { as })
    expect(toastsOf(home.html)).toEqual(['Your account is deleted Thank you for playing.'])
    expect(home.text).toContain('Sign In')
    expect((await account(as)).status).toBe(401)
    expect((await account(phone)).status).toBe(401)
    expect((await sendCall(app, { method: 'GET', path: '/api/teams/mine', as: phone })).status).toBe(401)
    expect(await managers('leaver')).toEqual([])
  })

  test('submitted twice happens once, and both responses confirm it', async () => {
    const { as } = await loginWithTeam(app, 'twice')
    const page = await question(as)
    const same = new Browser()
    same.setCookie('sid', as.cookie('sid') ?? '')
    const third = new Browser()
    third.setCookie('sid', as.cookie('sid') ?? '')
    const atOnce = await Promise.all([confirm(page, as), confirm(page, same)])
    const later = await confirm(page, third)
    for (const answer of [...atOnce, later]) {
      expect([answer.status, answer.location]).toEqual([303, '/'])
      expect(answer.headers.getSetCookie().join()).toContain('flash=')
    }
  })

  test('of a session that has ended asks to sign in, and deletes nothing', async () => {
    const { as } = await loginWithTeam(app, 'expired')
    const page = await question(as)
    await expireSessions(app, 'expired')
    const answer = await confirm(page, as)
    expect([answer.status, answer.location]).toEqual([303, '/game/account/delete'])
    expect((await app.follow(answer, { as })).status).toBe(401)
    expect(await managers('expired')).toHaveLength(1)
  })

  test('in front of a save in another tab: the save is answered like that of a stranger', async () => {
    const { as } = await loginWithTeam(app, 'racing')
    const tab = new Browser()
    tab.setCookie('sid', as.cookie('sid') ?? '')
    const page = await question(as)
    const [, saved] = await Promise.all([confirm(page, as), saveTeam(app, tab, { teamName: 'Raced six' })])
    expect(saved.status).toBe(303)
    expect(await managers('racing')).toEqual([])
    const names = await app.db.selectFrom('teams').select('team_name').execute()
    expect(names.map((row) => row.team_name)).not.toContain('Raced six')
  })

  test('of an admin goes as well; the role comes from the provider again', async () => {
    const as = await app.login('chief', { isAdmin: true })
    await app.get('/admin', { as })
    await confirm(await question(as), as)
    expect(await managers('chief')).toEqual([])
    const again = await app.login('chief', { isAdmin: true })
    expect((await app.get('/admin', { as: again })).status).toBe(200)
  })
})

describe('after a deletion', () => {
  const needles = ['Needlework six', 'Nadelina', 'needle-subject', 'Needle of old']

  test('nobody finds a trace: not in a table, not in the file or its log, not on a page, not in the API', async () => {
    const { as, teamId } = await loginWithTeam(app, 'needle-subject', {
      teamName: 'Needle of old',
      managerName: 'Nadelina',
    })
    await saveTeam(app, as, { teamName: 'Needlework six', managerName: 'Nadelina' })
    const { as: mate } = await loginWithTeam(app, 'mate', { teamName: 'Mates six', managerName: 'Mate' })
    const leagueId = await createLeague(as, 'Common room')
    await joinLeague(mate, leagueId)
    await app.setClock(between)
    await scoreRound(app, world, 1)
    const pages = ['/game', '/game/leagues', '/game/leagues?dialog=log', `/game/results?teamId=${teamId}`]
    const calls = ['/api/teams?limit=100', `/api/leagues/${leagueId}/members`]
    const seen = async () => {
      const shown = await Promise.all(pages.map((path) => app.get(path, { as: mate })))
      const told = await Promise.all(calls.map((path) => sendCall(app, { method: 'GET', path, as: mate })))
      return { statuses: shown.map(({ status }) => status), text: JSON.stringify([shown, told]) }
    }
    const before = await seen()
    expect(before.text).toContain('Needlework six')
    expect(before.text).toContain('Nadelina')
    const ranks = await rankingOf(mate)
    const mine = ranks.find((row) => row.teamId === teamId)
    expect(await stored()).toContain('Needlework six')

    const done = await confirm(await question(as), as)
    expect(done.status).toBe(303)

    const after = await seen()
    expect(after.statuses).toEqual([200, 200, 200, 404])
    for (const needle of needles) {
      expect(after.text, needle).not.toContain(needle)
      expect(await stored(), needle).not.toContain(needle)
      // PostgreSQL overwrites deleted rows at a time of its own (docs/decisions/0016).
      for (const file of isOnPostgres ? [] : [app.location, `${app.location}-wal`])
        expect(readFileSync(file).includes(needle), `${needle} in ${file}`).toBe(false)
    }
    const now = await rankingOf(mate)
    expect(now).toEqual(
      ranks.map((row) => (row.teamId === teamId ? { ...mine, teamName: 'Deleted team' } : row)),
    )
    const league = await app.get('/game/leagues?dialog=log', { as: mate })
    expect(league.text).toContain('A former member handed the league over to Mate.')
    expect(league.text).toContain('1 member')
    const points = await sendCall(app, {
      method: 'GET',
      path: `/api/teams/${teamId}/points/round/1`,
      as: mate,
    })
    expect(points.status).toBe(404)
    const dashboard = await app.get('/game', { as: mate })
    expect(dashboard.html).not.toContain(`teamId=${teamId}"`)
  })

  test('the same person is somebody new: without a team, with all pages there', async () => {
    const { as } = await loginWithTeam(app, 'phoenix')
    await confirm(await question(as), as)
    const again = await app.login('phoenix')
    const mine = await sendCall(app, { method: 'GET', path: '/api/teams/mine', as: again })
    expect(mine.json()).toMatchObject({ teamId: null })
    expect((await saveTeam(app, again, { teamName: 'Risen six' })).status).toBe(303)
  })
})

interface Ranked {
  teamId: number
  teamName: string
}

async function rankingOf(as: Browser): Promise<readonly Ranked[]> {
  const listed = await sendCall(app, { method: 'GET', path: '/api/teams?limit=100', as })
  const { data }: { data: Ranked[] } = JSON.parse(listed.text)
  expect(data.length).toBeGreaterThan(5)
  return data
}

/** All rows of all tables. */
async function stored(): Promise<string> {
  const all = []
  for (const name of await engineOf(app.db).listTables(app.db))
    all.push((await sql`select * from ${sql.table(name)}`.execute(app.db)).rows)
  return JSON.stringify(all)
}
