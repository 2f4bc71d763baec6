import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { before, between, loginWithTeam } from '#tests/support/game-steps.ts'
import { hrefOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Error cards: they set the document's title, and all their links work. */
let app: App
let anna: Browser
let world: Awaited<ReturnType<typeof openWorld>>

const pages = [
  '/game',
  '/game/team',
  '/game/lineup',
  '/game/results',
  '/game/leagues',
  '/game/countries',
  '/game/compare?team=1',
  '/game/live',
  '/game/history',
  '/game/notifications',
  '/game/account',
  '/game/time-zone',
]

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  anna = (await loginWithTeam(app, 'anna')).as
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const titleOf = ({ html }: PageResponse) => textOf(/<title>([\s\S]*?)<\/title>/.exec(html)?.[1] ?? '')
const headingOf = ({ html }: PageResponse) => textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '')
const mainOf = ({ html }: PageResponse) => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''

async function setActive(is_active: 0 | 1): Promise<void> {
  await app.db.updateTable('games').set({ is_active }).execute()
  await bumpVersion(app.db, 'game')
}

async function withoutGame(ask: () => Promise<void>): Promise<void> {
  await setActive(0)
  await ask().finally(() => setActive(1))
}

/** A damaged database: the session and the active game can be read, the rest cannot. */
async function withoutEntries(ask: () => Promise<void>): Promise<void> {
  await sql`alter table entries rename to lost_entries`.execute(app.db)
  await bumpVersion(app.db, 'game')
  await ask().finally(() => sql`alter table lost_entries rename to entries`.execute(app.db))
}

describe('the title of the document', () => {
  test.each([...pages, '/admin', '/admin/desk', '/admin/news', '/admin/news/new'])(
    'of the sign-in card on %s names the card',
    async (path) => {
      const page = await app.get(path)
      expect([page.status, headingOf(page), titleOf(page)]).toEqual([
        401,
        'Authentication required',
        'Authentication required – Douze',
      ])
    },
  )

  test.each([
    ['/game/lineup', before, 'Team not found'],
    ['/game/leagues', before, 'Team not found'],
    ['/game/results', before, 'First round not started yet'],
    ['/game/results?teamId=4711', between, 'Page Not Found'],
  ])('of the card on %s names the card (%s)', async (path, now, title) => {
    const as = title.startsWith('Team') ? world.dora : anna
    await app.setClock(now)
    const page = await app.get(path, { as })
    expect([page.status, headingOf(page), titleOf(page)]).toEqual([404, title, `${title} – Douze`])
  })

  test('of a team that is locked shows the card above the six', async () => {
    await app.setClock(between)
    const page = await app.get('/game/team', { as: anna })
    expect([page.status, headingOf(page)]).toEqual([409, 'Team Selection'])
    expect(page.html).toMatch(/<h2[^>]*>Team change no longer allowed</)
  })

  test('without an active game, and of a fault, names the card, on public pages too', async () => {
    for (const [without, title] of [
      [withoutGame, 'No active game'],
      [withoutEntries, 'Something went wrong'],
    ] as const) {
      await without(async () => {
        for (const path of ['/game', '/game/team', '/game/leagues', '/songs']) {
          const page = await app.get(path, { as: anna })
          expect([path, headingOf(page), titleOf(page)]).toEqual([path, title, `${title} – Douze`])
        }
      })
    }
  })

  test('of what only admins enter says so, and of a missing article that it is none', async () => {
    for (const path of ['/admin', '/admin/desk', '/admin/news']) {
      const denied = await app.get(path, { as: anna })
      expect([headingOf(denied), titleOf(denied)]).toEqual(['Access Denied', 'Access Denied – Douze'])
    }
    const missing = await app.get('/admin/news/4711', { as: world.ada })
    expect([missing.status, titleOf(missing)]).toEqual([404, `${headingOf(missing)} – Douze`])
  })

  test('of a sign-in that failed names the failure, and of one that is over what to do', async () => {
    const failed = await app.get('/auth/callback?error=server_error')
    expect(failed.text).toContain('Authentication error')
    expect(titleOf(failed)).toBe('Authentication error – Douze')
    const over = await app.get('/auth/callback?state=unknown&code=unknown')
    expect([headingOf(over), titleOf(over)]).toEqual(['Sign in again', 'Sign in again – Douze'])
  })

  test('of a page that is there is its own', async () => {
    expect(titleOf(await app.get('/game/notifications', { as: anna }))).toBe('Notifications – Douze')
    expect(titleOf(await app.get('/game', { as: anna }))).toBe('Game Dashboard – Douze')
  })
})

test('a fault on a page of the game offers the same page once more, with its query, beside Home', async () => {
  await withoutEntries(async () => {
    for (const path of ['/game', '/game/team?picks=AT.EE', '/game/lineup', '/game/leagues?dialog=create']) {
      const page = await app.get(path, { as: anna })
      expect(page.status, path).toBe(500)
      expect(page.text).toContain(
        'Something went wrong An unexpected error occurred. Please try again later.',
      )
      expect(hrefOf(mainOf(page), 'Try again')).toBe(path)
      expect(hrefOf(mainOf(page), 'Home')).toBe('/')
    }
  })
  const card = await app.get('/game/lineup', { as: world.dora })
  expect(card.text).toContain('Team not found')
  expect(hrefOf(mainOf(card), 'Try again'), 'a card of the game is no fault').toBeUndefined()
})

test('a card of the game has the way to the other pages above it', async () => {
  const refusals = [
    ['/game/results', 'First round not started yet', anna],
    ['/game/lineup', 'Team not found', world.dora],
  ] as const
  for (const [path, title, as] of refusals) {
    const page = await app.get(path, { as })
    expect(headingOf(page)).toBe(title)
    const [above = ''] = mainOf(page).split('<h1')
    const ways = ['Back to Dashboard', 'Team', 'Line-up', 'Results', 'Leagues'].map((name) =>
      hrefOf(above, name),
    )
    expect(ways).toEqual(['/game', '/game/team', '/game/lineup', '/game/results', '/game/leagues'])
  }
})

test('no card in the place of the dashboard leads back to the dashboard by its name', async () => {
  for (const without of [withoutGame, withoutEntries]) {
    await without(async () => {
      const dashboard = await app.get('/game', { as: anna })
      expect(hrefOf(mainOf(dashboard), 'Home')).toBe('/')
      expect(hrefOf(mainOf(dashboard), 'Back to Dashboard')).toBeUndefined()
      const other = await app.get('/game/leagues', { as: anna })
      expect(hrefOf(mainOf(other), 'Back to Dashboard')).toBe('/game')
    })
  }
  await withoutGame(async () => {
    expect(mainOf(await app.get('/game', { as: anna }))).not.toContain('href="/game"')
  })
})
