import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invitePath } from '#app/http/invite-link.server.ts'
import { renderQrCode } from '#app/server/qr-code.server.ts'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { buttonNames, hrefOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The screen of a league (D39). Anna owns the sofa; Björn and Dora are members, Carla is none. Norway and Portugal sing in the
 * first semi-final, Austria in the second.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
type Who = Awaited<ReturnType<typeof loginWithTeam>>
let anna: Who
let bjorn: Who
let carla: Who
let dora: Who
const onAir = '2025-05-13T20:45:00Z'
const managers = ['Anna the hidden', 'Björn the hidden', 'Dora the hidden']
const countries = /Norway|Portugal|Austria|Germany|Sweden|flags\//

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const login = (name: string, teamName: string, managerName = name, codes?: readonly string[]) =>
    loginWithTeam(app, name, { teamName, managerName, ...(codes && { codes }) })
  anna = await login('anna', 'Anna’s lamps', managers[0], ['NO', 'PT', 'AT', 'DE', 'SM', 'GR'])
  bjorn = await login('bjorn', 'Bastu', managers[1], ['PT', 'SE', 'LV', 'LT', 'ME', 'SI'])
  dora = await login('dora', 'Dora sings', managers[2])
  carla = await login('carla', 'Carla alone')
})
afterAll(() => app.close())

async function addLeague(leagueName: string, members: readonly Who[]): Promise<number> {
  const { manager_id: ownerId } = await app.db
    .selectFrom('teams')
    .select('manager_id')
    .where('id', '=', members[0]?.teamId ?? 0)
    .executeTakeFirstOrThrow()
  const league = {
    gameId: world.contest.id,
    ownerId,
    leagueName,
    inviteSecret: `invite-of-${crypto.randomUUID()}`,
  }
  const leagueId = await insertLeague(app.db, { ...league, now: 1 })
  for (const [at, { teamId }] of members.entries())
    await insertMembership(app.db, { leagueId, teamId, now: at })
  return leagueId
}

async function findInvitePath(leagueId: number): Promise<string> {
  const { invite_secret: secret } = await app.db
    .selectFrom('leagues')
    .select('invite_secret')
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
  return invitePath({ leagueId, secret })
}

const settings = (id: number, { as }: { as?: Browser | undefined }) =>
  app.get(`/game/screen?leagueId=${id}`, as ? { as } : {})
const send = (id: number, intent: string, { as }: Who) =>
  app.post('/game/screen', { leagueId: String(id), intent }, { as })

/** Makes the link by the owner's page; returns its path. */
async function make(id: number, owner: Who, button = 'Make a screen link'): Promise<string> {
  const page = await settings(id, owner)
  const pressed = await app.press(page, button, {}, { as: owner.as })
  expect(pressed.status).toBe(303)
  return pathOn(await app.follow(pressed, { as: owner.as }))
}

function pathOn({ html }: PageResponse): string {
  const href = hrefOf(html, 'Open the screen')
  if (!href) throw new Error('There is no link to a screen')
  return new URL(href).pathname
}

const rowsOf = ({ html }: PageResponse) =>
  (/<ol[\s\S]*?<\/ol>/.exec(html)?.[0] ?? '')
    .split(/(?=<li class="grid)/)
    .slice(1)
    .map(textOf)

const nowhere = '/screen/AAAAAAAAAAAAAAAAAAAAAA'

/** What every refusal has in common: all but its own address. */
const refusalOf = ({ status, html, url }: PageResponse) => {
  const { pathname } = new URL(url)
  // The demo's clock stands above.
  const rest = html
    .slice(html.indexOf('<header'))
    .replaceAll(pathname, '')
    .replaceAll(encodeURIComponent(pathname), '')
  return { status, text: textOf(rest), document: createHash('sha256').update(rest).digest('hex') }
}

describe('the owner’s press makes a link', () => {
  test('that shows the table to whoever has it, and is in no place that tells of it', async () => {
    const sofa = await addLeague('Sofa Jury', [anna, bjorn])
    const page = await settings(sofa, anna)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('/screen/')
    const path = await make(sofa, anna)
    expect(path).toMatch(/^\/screen\/[\w-]{22}$/)
    const screen = await app.get(path)
    expect(screen.status).toBe(200)
    expect(rowsOf(screen)).toEqual(['- Anna’s lamps -', '- Bastu -'])
    expect(screen.text).toContain('Before the first show')
    expect(Object.fromEntries(screen.headers)).toMatchObject({
      'cache-control': 'private, no-store, no-cache',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    expect(screen.headers.has('Set-Cookie')).toBe(false)
    expect(screen.html).toContain('<meta name="robots" content="noindex"/>')
    expect(screen.html).not.toMatch(/<script|<nav|<footer|id="cookies"|invite-of/)
  })

  test('that says nothing about managers, nor about countries before the deadline, in no answer', async () => {
    const path = await make(await addLeague('Quiet', [anna, bjorn, dora]), anna)
    for (const answer of [await app.get(path), await app.get(`${path}.data`), await app.get(path, anna)]) {
      expect(answer.status).toBe(200)
      for (const name of managers) expect(answer.html).not.toContain(name)
      expect(answer.html).not.toMatch(countries)
      expect(answer.html).not.toContain('invite-of')
    }
  })

  test('and members are told on the league’s page, without the link', async () => {
    const told = 'A screen link shows this table to whoever has it, with team names only.'
    const id = await addLeague('Told', [anna, bjorn])
    const league = (who: Who) => app.get(`/game/leagues?leagueId=${id}`, { as: who.as })
    expect((await league(bjorn)).text).not.toContain('screen link')
    const path = await make(id, anna)
    for (const who of [anna, bjorn]) {
      const page = await league(who)
      expect(page.text).toContain(told)
      expect(page.html).not.toContain(path)
    }
    const mine = await settings(id, bjorn)
    expect(mine.text).toContain('The owner made a screen link on')
    expect(mine.html).not.toContain('/screen/')
    expect(buttonNames(mine.html)).not.toContain('Make a new link')
  })

  test('and its making and taking back are in the league’s log, for every member', async () => {
    const id = await addLeague('Logged', [anna, bjorn])
    const log = async (who: Who) =>
      textOf((await app.get(`/game/leagues?leagueId=${id}&dialog=log`, { as: who.as })).html)
    const path = await make(id, anna)
    const made = `${managers[0]} made a screen link: anybody who has it sees the table.`
    const removed = `${managers[0]} took the screen link back.`
    for (const who of [anna, bjorn]) expect(await log(who)).toContain(made)
    expect(await log(bjorn)).not.toContain(path)
    expect(await log(bjorn)).not.toContain(removed)
    await send(id, 'remove', anna)
    await send(id, 'remove', anna)
    expect((await log(bjorn)).split(removed), 'once').toHaveLength(2)
    await send(id, 'show-invite', anna)
    expect(await log(bjorn)).not.toContain('invite link')
    expect(await log(carla)).not.toContain('the screen')
  })

  test.each(['make', 'remove', 'show-invite', 'hide-invite'])('nobody else’s does: %s', async (intent) => {
    const id = await addLeague('Guarded', [anna, bjorn])
    const path = await make(id, anna)
    const stored = () => app.db.selectFrom('league_screens').selectAll().where('league_id', '=', id).execute()
    const rows = await stored()
    const refused = await send(id, intent, bjorn)
    expect([refused.status, toastsOf(refused.html)]).toEqual([
      403,
      ['Only the owner can do this The league may have been handed over.'],
    ])
    expect((await send(id, intent, carla)).status).toBe(404)
    expect((await settings(id, carla)).status).toBe(404)
    expect((await settings(id, {})).status).toBe(401)
    const stranger = await app.post('/game/screen', { leagueId: String(id), intent })
    expect([stranger.status, stranger.location]).toEqual([303, `/game/screen?leagueId=${id}`])
    expect(await stored()).toEqual(rows)
    expect((await app.get(path)).status).toBe(200)
  })
})

test('two presses at once leave one link', async () => {
  const id = await addLeague('Pressed twice', [anna])
  await Promise.all([send(id, 'make', anna), send(id, 'make', anna), send(id, 'show-invite', anna)])
  const [path = '', ...more] = new Set(pathsIn(await settings(id, anna)))
  expect(more).toEqual([])
  expect((await app.get(path)).status).toBe(200)
})

describe('the link leads nowhere', () => {
  test('when it was guessed, taken back, made anew, or its league is gone: the same answer to all', async () => {
    const guessed = refusalOf(await app.get(nowhere))
    expect(guessed.status).toBe(404)
    expect(guessed.text).toContain('Page Not Found')
    const id = await addLeague('Short-lived', [anna, bjorn])
    const first = await make(id, anna)
    const second = await make(id, anna, 'Make a new link')
    expect(refusalOf(await app.get(first))).toEqual(guessed)
    expect((await app.get(second)).status).toBe(200)
    expect((await send(id, 'remove', anna)).status).toBe(303)
    expect(refusalOf(await app.get(second))).toEqual(guessed)
    const third = await make(id, anna)
    await app.post('/game/leagues', { intent: 'delete', leagueId: String(id) }, { as: anna.as })
    expect(refusalOf(await app.get(third))).toEqual(guessed)
    for (const odd of [
      '/screen/x',
      `/screen/${'x'.repeat(1500)}`,
      '/screen/%00',
      `/screen/${"'".repeat(22)}`,
    ])
      expect(refusalOf(await app.get(odd)).status, odd).toBe(404)
  })

  test('when its league is one of another season', async () => {
    const id = await addLeague('Last year', [anna])
    const path = await make(id, anna)
    const other = await app.db
      .insertInto('games')
      .columns([
        'year',
        'host_city',
        'host_country',
        'time_zone',
        'lineup_percentages',
        'budget_tenths',
        'team_size',
        'league_limit',
        'concluded_at',
      ])
      .expression((query) =>
        query
          .selectFrom('games')
          .select((games) => [
            games.lit(1999).as('year'),
            'host_city',
            'host_country',
            'time_zone',
            'lineup_percentages',
            'budget_tenths',
            'team_size',
            'league_limit',
            'concluded_at',
          ])
          .where('id', '=', world.contest.id),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db.updateTable('leagues').set({ game_id: other.id }).where('id', '=', id).execute()
    expect(refusalOf(await app.get(path))).toEqual(refusalOf(await app.get(nowhere)))
  })

  test('when another member owns the league: handed over, left, or with the account gone', async () => {
    const guessed = refusalOf(await app.get(nowhere))
    const handedOver = await addLeague('Handed over', [anna, bjorn])
    const left = await addLeague('Left', [anna, bjorn])
    const paths = [await make(handedOver, anna), await make(left, anna)]
    const league = (id: number, fields: Record<string, string>) =>
      app.post('/game/leagues', { leagueId: String(id), ...fields }, { as: anna.as })
    await league(handedOver, { intent: 'hand-over', teamId: String(bjorn.teamId) })
    await league(left, { intent: 'leave' })
    const eva = await loginWithTeam(app, 'eva', { teamName: 'Eva', managerName: 'Eva' })
    const orphaned = await addLeague('Orphaned', [eva, bjorn])
    const lonely = await addLeague('Lonely', [eva])
    paths.push(await make(orphaned, eva), await make(lonely, eva))
    const question = await app.get('/game/account/delete', { as: eva.as })
    const gone = await app.press(question, 'Delete my account', { confirm: 'delete' }, { as: eva.as })
    expect(gone.status).toBe(303)
    for (const path of paths) expect(refusalOf(await app.get(path))).toEqual(guessed)
    // Who owns it now may make one.
    for (const id of [handedOver, left, orphaned])
      expect((await app.get(await make(id, bjorn))).status).toBe(200)
  })

  test('a member who leaves, or is removed, changes nothing but the table', async () => {
    const id = await addLeague('Smaller', [anna, bjorn, dora])
    const path = await make(id, anna)
    await app.post('/game/leagues', { intent: 'leave', leagueId: String(id) }, { as: bjorn.as })
    const fields = { intent: 'remove', leagueId: String(id), teamId: String(dora.teamId) }
    await app.post('/game/leagues', fields, { as: anna.as })
    expect(rowsOf(await app.get(path))).toEqual(['- Anna’s lamps -'])
  })

  test('wrong secrets are rate limited, then the right one is refused as well', async () => {
    const path = await make(await addLeague('Guessed at', [anna]), anna)
    for (let guess = 0; guess < 10; guess += 1)
      expect((await app.get(nowhere, { as: carla.as })).status).toBe(404)
    const refused = await app.get(nowhere, { as: carla.as })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600'])
    expect((await app.get(path, { as: carla.as })).status).toBe(429)
    expect((await app.get(path)).status).toBe(200)
  })
})

describe('the invite', () => {
  test('is on the screen only while the owner shows it, and never after a new link', async () => {
    const id = await addLeague('Open door', [anna, bjorn])
    const path = await make(id, anna)
    const hasCode = async (at: string) => (await app.get(at)).html.includes('QR code: join this league')
    expect(await hasCode(path)).toBe(false)
    const page = await app.follow(await send(id, 'show-invite', anna), { as: anna.as })
    expect(toastsOf(page.html)).toEqual(['Invite shown The screen shows it as a QR code.'])
    expect(await hasCode(path)).toBe(true)
    expect((await app.get(path)).text).toContain('Play along 2 teams')
    expect((await app.get(path)).html).toContain(renderQrCode(app.origin + (await findInvitePath(id))).path)
    const league = await app.get(`/game/leagues?leagueId=${id}`, { as: bjorn.as })
    expect(league.text).toContain('A screen link shows this table and the invite to whoever has it')
    await send(id, 'hide-invite', anna)
    expect(await hasCode(path)).toBe(false)
    await send(id, 'show-invite', anna)
    expect(await hasCode(await make(id, anna, 'Make a new link'))).toBe(false)
  })

  test('shown without a link makes none', async () => {
    const id = await addLeague('No link', [anna])
    expect((await send(id, 'show-invite', anna)).status).toBe(303)
    expect(pathsIn(await settings(id, anna))).toEqual([])
  })
})

const pathsIn = ({ html }: PageResponse) => html.match(/\/screen\/[\w-]+/g) ?? []

describe('the page asks again by itself', () => {
  test('only after a press, which it says, and which can be taken back', async () => {
    const path = await make(await addLeague('Fresh', [anna]), anna)
    const quiet = await app.get(path)
    expect(quiet.headers.has('Refresh')).toBe(false)
    const href = hrefOf(quiet.html, 'Update by itself') ?? ''
    const fresh = await app.get(new URL(href, quiet.url).href)
    expect(fresh.headers.get('Refresh')).toBe('30')
    expect(fresh.text).toContain('Updates every 30 s')
    const stopped = await app.get(new URL(hrefOf(fresh.html, 'Stop') ?? '', fresh.url).href)
    expect([stopped.status, stopped.headers.has('Refresh')]).toEqual([200, false])
    for (const every of ['1', '30&every=30', 'x'.repeat(2000)])
      expect((await app.get(`${path}?every=${every}`)).headers.has('Refresh')).toBe(false)
    const id = await addLeague('Ended', [anna])
    const ended = await make(id, anna)
    await send(id, 'remove', anna)
    expect((await app.get(`${ended}?every=30`)).headers.has('Refresh')).toBe(false)
  })
})

describe('during a show', () => {
  let id = 0
  let path = ''
  beforeAll(async () => {
    id = await addLeague('The evening', [anna, bjorn])
    path = await make(id, anna)
    await app.setClock(onAir)
    await settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })
  })

  test('the countries of the teams are there from the deadline on, in words', async () => {
    const screen = await app.get(path)
    expect(screen.text).toContain('First semi-final No points yet')
    expect(rowsOf(screen)[0]).toMatch(
      /^- Anna’s lamps - Norway: Sings 8th tonight Portugal: Sings 7th tonight/,
    )
    expect(rowsOf(screen)[0]).toContain('Germany: Already in the final')
    for (const name of managers) expect(screen.html).not.toContain(name)
  })

  test('the country on stage is named, with how many of the teams hold it', async () => {
    const beginSongs = async (songs_begun: number) => {
      await app.db.updateTable('rounds').set({ songs_begun }).where('round_number', '=', 1).execute()
      await bumpVersion(app.db, 'game')
    }
    await beginSongs(7)
    const screen = await app.get(path)
    expect(screen.text).toContain('On stage: Portugal First semi-final, held by 2 of these 2')
    expect(rowsOf(screen)[0]).toContain('Portugal: On stage now')
    await beginSongs(8)
    expect((await app.get(path)).text).toContain('On stage: Norway First semi-final, held by 1 of these 2')
  })

  test('live points order the table, with the badge', async () => {
    const desk = await app.get('/admin?round=1', { as: world.ada })
    const points = { 'score-SE': '50', 'score-PT': '50' }
    expect((await app.press(desk, 'Save and publish live', points, { as: world.ada })).status).toBe(303)
    const screen = await app.get(path)
    expect(screen.text).toContain('Live, not official · 22:45')
    expect(screen.text).toContain('2 through so far')
    expect(rowsOf(screen).map((row) => row.slice(0, 16))).toEqual([
      expect.stringMatching(/^1 Bastu \d/),
      expect.stringMatching(/^2 Anna’s lamps \d/),
    ])
    expect(rowsOf(screen)[1]).toContain('Portugal: Through')
    expect(screen.text).not.toMatch(/places? up/)
  })

  test('the next press says who moved since the one before', async () => {
    const desk = await app.get('/admin?round=1', { as: world.ada })
    const points = { 'score-SE': '0', 'score-NO': '50' }
    expect((await app.press(desk, 'Save and publish live', points, { as: world.ada })).status).toBe(303)
    const screen = await app.get(path)
    expect(rowsOf(screen)[0]).toMatch(/^1 Anna’s lamps 1 place up 92.5/)
    expect(rowsOf(screen)[1]).toMatch(/^2 Bastu 1 place down 50/)
    expect(screen.text).toContain('Anna’s lamps to 1st 1 place up since 22:45')
    const page = await app.get(`/game/leagues?leagueId=${id}`, anna)
    expect(page.text).toMatch(/Rank Team, moves since 22:45 Points 1 up 1 Anna’s lamps You /)
  })

  test('official points replace them, and of many teams seven are shown', async () => {
    for (let n = 1; n <= 7; n += 1) {
      await app.setClock(before)
      const { teamId } = await loginWithTeam(app, `guest ${n}`, { teamName: `Guest ${n}` })
      await insertMembership(app.db, { leagueId: id, teamId, now: 9 })
    }
    await app.setClock(between)
    await scoreRound(app, world, 1)
    const screen = await app.get(path)
    expect(screen.text).toContain('First semi-final Official results')
    expect(screen.text).not.toContain('not official')
    expect(rowsOf(screen)).toHaveLength(7)
  })
})
