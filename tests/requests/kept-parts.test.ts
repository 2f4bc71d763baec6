import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/app.ts'
import { Browser } from '#tests/browser.ts'
import { timeless } from '#tests/html.ts'
import { before, between, scoreRound, withTeam } from '#tests/play.ts'
import { openWorld } from '#tests/world.ts'

/** A page that is put together from kept parts is the page that is drawn anew: docs/decisions/0009-what-a-page-costs.md. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let visitors: Record<string, Browser>

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const { ada, dora } = world
  const anna = await withTeam(app, 'anna', { teamName: 'Annas Lamps', managerName: 'Anna' })
  const bjorn = await withTeam(app, 'bjorn', {
    codes: ['PT', 'SM', 'NO', 'DE', 'GR', 'AT'],
    teamName: '<kept-part n="0"></kept-part>',
    managerName: 'Björn',
  })
  await app.post('/game/leagues', { intent: 'create', leagueName: 'Friday' }, { as: bjorn.as })
  visitors = { 'a stranger': new Browser(), anna: anna.as, bjorn: bjorn.as, ada, dora }
})

afterAll(() => app?.close())

const paths = [
  '/game',
  '/game?dialog=rules',
  '/game?page=2',
  '/game/team',
  '/game/lineup',
  '/game/lineup?round=3',
  '/game/lineup?order=NO.GR.DE.AT.SM.PT&focus=up:NO',
  '/game/lineup?details=NO',
  '/game/lineup?dialog=cookies',
  '/game/leagues',
  '/game/leagues?dialog=create',
  '/game/results',
  '/game/history',
  '/game/account',
  '/game/nowhere',
  '/',
  '/news',
  '/songs',
  '/privacy-policy',
  '/admin',
]

const moments = [
  ['before the first show', before],
  ['between two shows', between],
] as const

test.each(moments)('%s every page reads as if nothing had been kept', async (_, now) => {
  await app.setClock(now)
  if (now === between) await scoreRound(app, world, 1)
  const first = await drawAll(now)
  expect(first.get('anna /game')).toContain('Annas Lamps')
  expect(first.get('bjorn /game')).toContain('&lt;kept-part')

  const putTogether = await drawAll(now)
  const anew = await drawAll(now, () => app.house.forgetParts())

  expect(putTogether.size).toBe(paths.length * Object.keys(visitors).length)
  for (const [page, html] of putTogether) expect(html, page).toBe(anew.get(page))
})

test('two pages never share a nonce, and its place is never left empty', async () => {
  const pages = await Promise.all(['/game', '/game'].map((path) => app.get(path, { as: visitors.anna })))
  const nonces = pages.map(
    ({ html }) => new Set([...html.matchAll(/ nonce="([^"]*)"/g)].map(([, nonce]) => nonce)),
  )

  for (const [at, { headers }] of pages.entries()) {
    const [nonce, ...others] = nonces[at] ?? []
    expect(others).toEqual([])
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(headers.get('Content-Security-Policy')).toContain(`'nonce-${nonce}'`)
  }
  expect(new Set(nonces.flatMap((each) => [...each])).size).toBe(2)
})

/** All pages as all visitors see them, without what is another for each answer: nonces, form keys and the time left. */
async function drawAll(now: string, beforeEach: () => void = () => {}): Promise<Map<string, string>> {
  await app.setClock(now)
  const drawn = new Map<string, string>()
  for (const [who, as] of Object.entries(visitors)) {
    for (const path of paths) {
      beforeEach()
      const { html } = await app.get(path, { as })
      drawn.set(`${who} ${path}`, timeless(html))
    }
  }
  return drawn
}

test('what a visitor sends brings no NUL into a page', async () => {
  const as = await app.login('nul')
  const page = await app.get('/game/team?teamName=Nul%00Points&q=%00', { as })
  expect(page.html).toContain('Team Selection')
  expect(page.html).not.toContain('\0')
})
