import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import {
  afterFinal,
  before,
  beforeFinal,
  between,
  loginWithTeam,
  scoreRound,
} from '#tests/support/game-steps.ts'
import { buttonNamed, findSubmission, hrefOf, tagsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The songs: what is said of each, what narrows the list, and the way to the team. Sweden and Slovenia sing in the first
 * semi-final, Austria and Czechia in the second; Italy is in the final by right. Slovenia and Czechia do not qualify.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
})
afterAll(() => app.close())

/** The codes of the songs that the page lists. */
async function listed(query: string): Promise<string[]> {
  const { html, status } = await app.get(`/songs${query}`)
  expect(status).toBe(200)
  return tagsOf(html, 'li').flatMap((item) => item.get('id') ?? [])
}

test('each song has its shows, its places there and its price', async () => {
  const { text } = await app.get('/songs')
  expect(text).toContain('Sweden Bara bada bastu KAJ Semi-final 1: sings 6th 32 M')
  expect(text).toContain('Austria Wasted Love JJ Semi-final 2: sings 6th 31 M')
  expect(text).toContain('Italy Volevo essere un duro Lucio Corsi Final 13 M')
})

test('a show lists its singers, and a search keeps the show', async () => {
  const { contest } = world
  const inSemi = (semi: number | null) =>
    contest.entries.filter(({ semiFinal }) => semiFinal === semi).map(({ code }) => code)
  expect(await listed('')).toHaveLength(37)
  expect(await listed('?show=1')).toEqual(inSemi(1))
  expect(await listed('?show=2')).toEqual(inSemi(2))
  expect(await listed('?show=3')).toEqual(inSemi(null))
  expect(await listed('?q=kaj')).toEqual(['SE'])
  expect(await listed('?q=%20VAEB')).toEqual(['IS'])
  expect(await listed('?show=2&q=jj')).toEqual(['AT'])
  expect(await listed('?show=1&q=jj')).toEqual([])

  const { html } = await app.get('/songs?show=1&q=A%CC%81')
  expect(hrefOf(html, 'Semi-final 2')).toBe('?show=2&q=a')
  expect(hrefOf(html, 'All 37')).toBe('?q=a')
  expect(hrefOf(html, 'Play Bara bada bastu by KAJ')).toBe('?show=1&q=a&play=SE#SE')
  expect(findSubmission(html, 'Search')?.fields).toEqual([
    ['show', '1'],
    ['q', 'A\u0301'],
  ])
  const current = tagsOf(html, 'a').filter((link) => link.get('aria-current') === 'page')
  expect(current.map((link) => link.get('href'))).toContain('?show=1&q=a')
})

test('says when no song is found, and leads back to all', async () => {
  const page = await app.get('/songs?q=nobody-sings-this')
  expect(page.text).toContain('No song found. Show all 37')
  expect(hrefOf(page.html, 'Show all 37')).toBe('/songs')
})

test.each(['show=0', 'show=4', 'show=99', 'show=x', 'show=1&show=2', 'q=a&q=b', 'q=%00'])(
  '?%s lists all songs',
  async (query) => expect(await listed(`?${query}`)).toHaveLength(37),
)

test('before the first show each song leads to its country on the team page, which adds it', async () => {
  const { html } = await app.get('/songs')
  const href = hrefOf(html, 'Add Sweden to your team') ?? ''
  expect(href).toBe('/game/team?details=SE')
  const stranger = await app.get(href)
  expect(stranger.status).toBe(401)
  expect(tagsOf(stranger.html, 'input').map((input) => input.get('value'))).toContain(href)
  const page = await app.get(href, { as: world.dora })
  expect(buttonNamed(page.html, 'Add to Team')?.get('value')).toBe('add:SE')
})

test('tells what the semi-finals decided only once it is official, and the order of the final after both', async () => {
  const { as } = await loginWithTeam(app, 'anna')
  expect((await app.get('/songs', { as })).text).toContain('Semi-final 1: sings 6th')

  await app.setClock(between)
  expect(hrefOf((await app.get('/songs')).html, 'Add Sweden to your team')).toBeUndefined()
  expect(await listed('?show=3')).not.toContain('SE')

  await scoreRound(app, world, 1)
  expect(await listed('?show=3')).toContain('SE')
  expect(await listed('?show=3')).not.toContain('SI')
  const afterFirst = await app.get('/songs')
  expect(afterFirst.text).toContain('KAJ Semi-final 1: Through · Final 32 M')
  expect(afterFirst.text).toContain('JJ Semi-final 2: sings 6th 31 M')
  expect(afterFirst.html).not.toContain('Final: ')

  await app.setClock(beforeFinal)
  await scoreRound(app, world, 2)
  const afterBoth = await app.get('/songs')
  expect(afterBoth.text).toContain('KAJ Semi-final 1: Through · Final: sings 23rd 32 M')
  expect(afterBoth.text).toContain('JJ Semi-final 2: Through · Final: sings 9th 31 M')
  expect(afterBoth.text).toContain('Lucio Corsi Final: sings 14th 13 M')
  expect(await listed('?show=3')).toHaveLength(26)
  expect(await listed('?show=3')).not.toContain('CZ')

  await app.setClock(afterFinal)
  await scoreRound(app, world, 3)
  expect((await app.get('/songs')).text).toContain('JJ Semi-final 2: Through · Final: Won · 436 31 M')
})
