import type { Page } from 'playwright/test'
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership, replaceLeagueRemoval } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { addedToLinks } from '#tests/support/invite-links.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { button, expectPage, waitForHydration } from './support/page-helpers.ts'

/**
 * Every kind of visitor with every kind of link, with script (D11). tests/requests/leagues/invites.test.ts has the same
 * matrix without script, and checks the database.
 */
const secret = 'the-link-of-today-1234'
const links = { valid: secret, wrong: 'a-guess-of-someone-els', rotated: 'the-link-of-before-123' }
const name = 'The hidden sofa'

setUpGame()
let db: Db
let gameId: number
let leagueId: number
const teams = new Map<string, number>()

beforeAll(async () => {
  db = openDatabase(game.databaseFile)
  gameId = (await findActiveGame(db))?.id ?? 0
  const owner = await player('owner')
  leagueId = await league(name, secret, owner)
  for (const kind of ['team', 'another team', 'member', 'removed', 'at the limit'])
    teams.set(kind, await player(kind))
  const teamOf = (kind: string) => teams.get(kind) ?? 0
  await insertMembership(db, { leagueId, teamId: teamOf('member'), now: 2 })
  await replaceLeagueRemoval(db, { leagueId, teamId: teamOf('removed'), inviteSecret: secret, now: 2 })
  for (let n = 1; n <= 20; n += 1) await league(`Own ${n}`, `own-link-number-${n}`, teamOf('at the limit'))
})
afterAll(async () => {
  await db?.destroy()
})

function manager(subject: string): Promise<number> {
  return ensureManager(db, { issuer: game.issuer, subject, now: 1 })
}

/** Makes a manager with a team, and returns the team's id. */
async function player(subject: string): Promise<number> {
  const input = { teamName: `Team ${subject}`, managerName: `Hidden ${subject}`, codes: affordableCodes }
  const saved = await saveTeam(db, { managerId: await manager(subject), input, clock: demoClock })
  if (!saved.ok) throw new Error(saved.problems.join())
  return saved.teamId
}

async function league(leagueName: string, inviteSecret: string, teamId: number): Promise<number> {
  const ownerId = await manager('owner')
  const made = await insertLeague(db, { gameId, ownerId, leagueName, inviteSecret, now: 1 })
  await insertMembership(db, { leagueId: made, teamId, now: 1 })
  return made
}

/** Opens a page as this kind of visitor. */
async function open(kind: string): Promise<Page> {
  const page = await browser.newPage()
  if (kind === 'anonymous') return page
  const session = await createSession(db, { managerId: await manager(kind), now: Date.now() })
  const [cookie = '', value = ''] = session.cookieHeader.split('=')
  await page.context().addCookies([{ name: cookie, value, url: game.origin }])
  return page
}

afterEach(() => browser.closePages())

/** `npm test` tries invalid links only for visitors who could join with a valid one; `npm run test:all` for everybody. */
function linksOf(kind: string) {
  return process.env.EVERYTHING || kind === 'team'
    ? (['wrong', 'rotated', 'valid'] as const)
    : (['valid'] as const)
}

const dead = 'This invite link does not work'
describe.each([
  ['anonymous', `You are invited to ${name}`, 'Create a new account or sign in'],
  ['no team', 'Team required to join league', dead],
  ['team', `Join ${name}: `, dead],
  ['member', `You are already in “${name}”`, dead],
  ['removed', `You were removed from “${name}”.`, dead],
  ['at the limit', 'You are in as many', dead],
])('%s', (kind, valid, invalid) => {
  test.each(linksOf(kind))('with a %s link', async (link) => {
    const page = await open(kind)
    await page.goto(`/game/leagues?leagueId=${leagueId}&invite=${links[link]}`)
    if (kind !== 'anonymous') await waitForHydration(page)
    const main = page.locator('main')
    await expectPage(main).toContainText(link === 'valid' ? valid : invalid)
    if (link !== 'valid') await expectPage(main).not.toContainText(name)
    await expectPage(page.locator('body')).not.toContainText('Hidden owner')
    await expectPage(button(page, 'Join league')).toHaveCount(kind === 'team' && link === 'valid' ? 1 : 0)
    if (kind === 'team' && link === 'valid') {
      await button(page, 'Join league').click()
      await expectPage(page.getByRole('status').filter({ hasText: 'League joined!' })).toBeVisible()
      await expectPage(main).toContainText('Hidden owner')
      await expectPage(page).toHaveURL('/game/leagues')
    }
  })
})

test('whatever a chat adds behind a link, it leads to its league', async () => {
  const visitors = [await open('anonymous'), await open('another team')]
  // '.data' is no address of a page.
  const all = addedToLinks.filter((added) => !added.startsWith('.data'))
  for (const added of process.env.EVERYTHING ? all : ['%E2%80%9D', '%20Join%20us!'])
    for (const page of visitors) {
      await page.goto(`/join/${leagueId}-${secret}${added}`)
      const isSignedIn = page === visitors[1]
      if (isSignedIn) await waitForHydration(page)
      const expected = isSignedIn ? `Join ${name}: ` : `You are invited to ${name}`
      await expectPage(page.locator('main'), added).toContainText(expected)
    }
})
