import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { deleteMembership, insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { before, loginWithTeam } from '#tests/support/game-steps.ts'
import { buttonNames, findSubmission, hrefOf, tagsOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Management of a league on the page. Anna owns the sofa; Björn and Dora are members, Carla is none. */
let app: App
let gameId: number
let anna: Awaited<ReturnType<typeof loginWithTeam>>
let bjorn: typeof anna
let carla: typeof anna
let dora: typeof anna
let sofa: number

beforeAll(async () => {
  app = await openApp()
  gameId = (await openWorld(app)).contest.id
  await app.setClock(before)
  anna = await loginWithTeam(app, 'anna', { teamName: 'Annas six', managerName: 'Anna' })
  bjorn = await loginWithTeam(app, 'bjorn', { teamName: 'Björns six', managerName: 'Björn' })
  carla = await loginWithTeam(app, 'carla', { teamName: 'Carlas six', managerName: 'Carla' })
  dora = await loginWithTeam(app, 'dora', { teamName: 'Doras six', managerName: 'Dora' })
  for (const { as } of [anna, bjorn, carla, dora]) expect((await app.get('/game', { as })).status).toBe(200)
})
beforeEach(async () => {
  await app.db.deleteFrom('leagues').execute()
  sofa = await addLeague('The sofa', 'link-of-the-sofa-1234')
  await insertMembership(app.db, { leagueId: sofa, teamId: dora.teamId, now: 2 })
  await insertMembership(app.db, { leagueId: sofa, teamId: bjorn.teamId, now: 3 })
})
afterAll(() => app.close())

type Who = typeof anna

async function managerOf({ teamId }: Who): Promise<number> {
  const team = await app.db
    .selectFrom('teams')
    .select('manager_id')
    .where('id', '=', teamId)
    .executeTakeFirst()
  return team?.manager_id ?? 0
}

async function addLeague(leagueName: string, inviteSecret: string): Promise<number> {
  const ownerId = await managerOf(anna)
  const leagueId = await insertLeague(app.db, { gameId, ownerId, leagueName, inviteSecret, now: 1 })
  await insertMembership(app.db, { leagueId, teamId: anna.teamId, now: 1 })
  return leagueId
}

const open = (who: Who, query = '') => app.get(`/game/leagues?leagueId=${sofa}${query}`, { as: who.as })
const send = (who: Who, intent: string, more: Record<string, string> = {}) =>
  app.post('/game/leagues', { intent, leagueId: String(sofa), ...more }, { as: who.as })

/** Opens the dialog behind a link of the page. */
async function dialog(who: Who, link: string): Promise<PageResponse> {
  const href = hrefOf((await open(who)).html, link)
  if (!href) throw new Error(`No link '${link}'`)
  return app.get(new URL(href, `${app.origin}/game/leagues`).href, { as: who.as })
}

/** Opens a dialog, presses its button, and follows the redirect to the message. */
async function act(who: Who, link: string, button: string, changes: Record<string, string> = {}) {
  const pressed = await app.press(await dialog(who, link), button, changes, { as: who.as })
  expect(pressed.status).toBe(303)
  return app.follow(pressed, { as: who.as })
}

const dialogText = ({ html }: PageResponse) => textOf(/<dialog[\s\S]*?<\/dialog>/.exec(html)?.[0] ?? '')
const isInert = ({ html }: PageResponse) => tagsOf(html, 'main').at(0)?.has('inert')
const stored = () => app.db.selectFrom('leagues').selectAll().where('id', '=', sofa).executeTakeFirst()

async function members(): Promise<number[]> {
  const rows = await app.db
    .selectFrom('memberships')
    .select('team_id')
    .where('league_id', '=', sofa)
    .orderBy('joined_at')
    .execute()
  return rows.map((row) => row.team_id)
}

test('every row of every page has its two actions, and the owner returns to that page', async () => {
  const guests = Array.from({ length: 19 }, (_, index) => `guest-${index + 1}`)
  for (const [index, name] of guests.entries()) {
    const { teamId } = await loginWithTeam(app, name, { managerName: name })
    await insertMembership(app.db, { leagueId: sofa, teamId, now: 10 + index })
  }
  const acts: (string | undefined)[] = []
  for (const page of [1, 2, 3]) {
    const { html } = await open(anna, `&page=${page}`)
    const links = tagsOf(html, 'a').map((link) => link.get('aria-label'))
    acts.push(...links.filter((label) => /^(Remove|Hand over to) /.test(label ?? '')))
  }
  const others = ['Dora', 'Björn', ...guests]
  expect(acts.sort()).toEqual(others.flatMap((name) => [`Hand over to ${name}`, `Remove ${name}`]).sort())

  const href = hrefOf((await open(anna, '&page=2')).html, 'Remove guest-12') ?? ''
  const question = await app.get(new URL(href, `${app.origin}/game/leagues`).href, { as: anna.as })
  expect(dialogText(question)).toContain('guest-12')
  const pressed = await app.press(question, 'Remove guest-12', {}, { as: anna.as })
  expect(pressed.location).toBe(`/game/leagues?leagueId=${sofa}&page=2`)
  const after = await app.follow(pressed, { as: anna.as })
  expect(toastsOf(after.html).join()).toContain('Member removed')
  expect(hrefOf(after.html, 'Remove guest-12')).toBeUndefined()
  expect(hrefOf(after.html, 'Remove guest-11')).toBeDefined()
})

describe('one confirmation, one submit', () => {
  test('a stored name that would be refused now stays valid', async () => {
    await app.db
      .updateTable('leagues')
      .set({ league_name: '﷽' })

      .execute()
    await act(anna, 'Rename', 'Rename', { leagueName: '﷽ ' })
    const done = await act(anna, 'Rename', 'Rename', { leagueName: 'The balcony' })
    expect(toastsOf(done.html)).toEqual(['League renamed All members see the new name.'])
  })

  test('renames', async () => {
    const done = await act(anna, 'Rename', 'Rename', { leagueName: ' The <i>balcony</i> ' })
    expect(toastsOf(done.html)).toEqual(['League renamed All members see the new name.'])
    expect(done.text).toContain('The <i>balcony</i> 3 members')
    expect((await stored())?.league_name).toBe('The <i>balcony</i>')
  })

  test('renews the link', async () => {
    const done = await act(anna, 'New invite link', 'Make a new link')
    expect(toastsOf(done.html)).toEqual(['New invite link made The old link does not work any more.'])
    const secret = (await stored())?.invite_secret
    expect(secret).toMatch(/^[\w-]{22}$/)
    const old = await app.get(`/game/leagues?leagueId=${sofa}&invite=link-of-the-sofa-1234`, { as: carla.as })
    const now = await app.get(`/game/leagues?leagueId=${sofa}&invite=${secret}`, { as: carla.as })
    expect([old.status, now.status]).toEqual([403, 200])
    expect(await members()).toHaveLength(3)
  })

  test('removes a member', async () => {
    expect(dialogText(await dialog(anna, 'Remove Björn'))).toContain('Björn (Björns six) cannot rejoin')
    const done = await act(anna, 'Remove Björn', 'Remove Björn')
    expect(toastsOf(done.html).join()).toContain('Member removed')
    expect(await members()).toEqual([anna.teamId, dora.teamId])
    expect((await open(bjorn)).html).not.toContain('The sofa')
  })

  test('hands over', async () => {
    const done = await act(anna, 'Hand over to Björn', 'Hand over to Björn')
    expect(toastsOf(done.html).join()).toContain('League handed over')
    expect((await stored())?.owner_id).toBe(await managerOf(bjorn))
    expect(hrefOf(done.html, 'Rename')).toBeUndefined()
    expect(hrefOf((await open(bjorn)).html, 'Rename')).toBeDefined()
  })

  test('leaves; the member with the longest membership becomes the owner', async () => {
    expect(dialogText(await dialog(anna, 'Leave'))).toContain(
      'The member of longest standing becomes the owner.',
    )
    const done = await act(anna, 'Leave', 'Leave league')
    expect(toastsOf(done.html).join()).toContain('You left the league')
    expect(done.text).toContain('No Leagues Yet')
    expect(await members()).toEqual([dora.teamId, bjorn.teamId])
    expect(await stored()).toMatchObject({ owner_id: await managerOf(dora), member_count: 2 })
  })

  test('deletes', async () => {
    const done = await act(anna, 'Delete', 'Delete league')
    expect(toastsOf(done.html).join()).toContain('League deleted')
    expect([await stored(), await members()]).toEqual([undefined, []])
  })
})

describe('the log', () => {
  test('shows members the events, newest first, and nobody else', async () => {
    await send(anna, 'rename', { leagueName: 'The balcony' })
    await send(anna, 'renew')
    await send(anna, 'remove', { teamId: String(dora.teamId) })
    const log = dialogText(await open(bjorn, '&dialog=log'))
    expect(log).toMatch(
      /Anna removed Dora\. .*Anna made a new invite link\. .*Anna named the league “The balcony”\. May 10, 14:0\d CEST/,
    )
    for (const outsider of [carla, dora])
      expect((await open(outsider, '&dialog=log')).html).not.toMatch(/Anna|balcony/)
  })
})

describe('a member who is not the owner', () => {
  test('is offered only leaving and the log, also by URL', async () => {
    const { html } = await open(bjorn)
    expect(hrefOf(html, 'Leave')).toBeDefined()
    expect(hrefOf(html, 'League log')).toBeDefined()
    for (const link of ['Rename', 'New invite link', 'Delete', 'Remove Dora', 'Hand over to Dora'])
      expect(hrefOf(html, link)).toBeUndefined()
    for (const name of ['rename', 'renew', 'delete', `remove&teamId=${dora.teamId}`]) {
      const shown = await open(bjorn, `&dialog=${name}`)
      expect([shown.html.includes('<dialog'), isInert(shown)]).toEqual([false, false])
    }
  })

  test.each([
    ['rename', { leagueName: 'Mine' }],
    ['renew', {}],
    ['delete', {}],
    ['remove', { teamId: 'DORA' }],
    ['hand-over', { teamId: 'DORA' }],
  ])('cannot %s; an outsider is answered as if there were no such league', async (intent, given) => {
    const more: Record<string, string> = 'teamId' in given ? { teamId: String(dora.teamId) } : given
    const league = await stored()
    const refused = await send(bjorn, intent, more)
    expect(refused.status).toBe(403)
    expect(toastsOf(refused.html)).toEqual([
      'Only the owner can do this The league may have been handed over.',
    ])
    const [theirs, none] = [
      await send(carla, intent, more),
      await send(carla, intent, { ...more, leagueId: '4711' }),
    ]
    expect([theirs.status, theirs.text]).toEqual([404, none.text])
    expect(toastsOf(theirs.html).join()).toContain('League not found')
    expect(theirs.html).not.toMatch(/The sofa|Anna/)
    expect(await stored()).toEqual(league)
    expect(await members()).toHaveLength(3)
  })
})

describe('a stale form', () => {
  test('removes no member twice and not the owner', async () => {
    const form = await dialog(anna, 'Remove Björn')
    await deleteMembership(app.db, { leagueId: sofa, teamId: bjorn.teamId })
    const answer = await app.press(form, 'Remove Björn', {}, { as: anna.as })
    expect([answer.status, toastsOf(answer.html)]).toEqual([
      409,
      ['Not a member any more This team has left the league in the meantime.'],
    ])
    const self = await send(anna, 'remove', { teamId: String(anna.teamId) })
    expect([self.status, toastsOf(self.html)]).toEqual([
      409,
      ['That is you You cannot remove yourself: leave the league instead.'],
    ])
    expect(await members()).toEqual([anna.teamId, dora.teamId])
  })

  test('of a deleted league never opens a dialog for the league shown instead', async () => {
    const forms = [await dialog(anna, 'Delete'), await dialog(anna, 'Leave')]
    const rename = await dialog(anna, 'Rename')
    const other = await addLeague('The other', 'link-of-the-other-123')
    await send(anna, 'delete')
    expect(findSubmission(forms[0]?.html ?? '', 'Delete league')?.fields).toContainEqual([
      'leagueId',
      String(sofa),
    ])
    const answer = await app.press(rename, 'Rename', { leagueName: 'Meant for the sofa' }, { as: anna.as })
    expect(answer.status).toBe(404)
    expect(answer.text).toContain('The other')
    for (const shown of [answer, await open(anna, '&dialog=delete'), await open(anna, '&dialog=leave')]) {
      expect([shown.html.includes('<dialog'), isInert(shown)]).toEqual([false, false])
      expect(buttonNames(shown.html)).not.toContain('Delete league')
    }
    const left = await app.db.selectFrom('leagues').select(['id', 'league_name']).execute()
    expect(left).toEqual([{ id: other, league_name: 'The other' }])
  })
})

test('a form sent after the session ended leads back to the league', async () => {
  const answer = await app.post('/game/leagues', { intent: 'delete', leagueId: String(sofa) })
  expect([answer.status, answer.location]).toEqual([303, `/game/leagues?dialog=delete&leagueId=${sofa}`])
  expect(await stored()).toBeDefined()
})
