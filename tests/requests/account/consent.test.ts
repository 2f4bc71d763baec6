import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { between, loginWithTeam } from '#tests/support/game-steps.ts'
import { buttonNames, hrefOf, tagsOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The cookie bar on every page, in a browser without script. */
let app: App
let newcomer: Browser
let anna: Browser

beforeAll(async () => {
  app = await openApp()
  newcomer = (await openWorld(app)).dora
  anna = (await loginWithTeam(app, 'anna')).as
})
afterAll(() => app.close())

const question = 'A word about cookies'
const asks = (page: PageResponse) => page.text.includes(question)
const ticks = (page: PageResponse) =>
  tagsOf(page.html, 'input').filter((input) => input.get('type') === 'checkbox')
const isTicked = (page: PageResponse) =>
  ticks(page)
    .find((tick) => tick.get('name') === 'socials')
    ?.has('checked')
const cookieOf = (answer: PageResponse) => answer.headers.getSetCookie()

/** The page without the demo's clock, which runs. */
const timeless = (page: PageResponse) =>
  page.html.replace(/<aside [^>]*aria-label="Demo clock"[\s\S]*?<\/aside>/, '')

/** A visitor who has pressed this button on the home page. */
async function whoPressed(button: string): Promise<Browser> {
  const as = new Browser()
  await app.press(await app.get('/', { as }), button, {}, { as })
  return as
}

describe('a first visit', () => {
  test.each(['/', '/news', '/songs', '/terms-of-service', '/privacy-policy'])(
    'to %s asks, and sets no cookie',
    async (path) => {
      const page = await app.get(path)
      expect(page.status).toBe(200)
      expect(asks(page)).toBe(true)
      expect(buttonNames(page.html)).toEqual(expect.arrayContaining(['Necessary Only', 'Accept All']))
      expect(cookieOf(page)).toEqual([])
    },
  )

  test('with a choice shows no cookie bar any more, and the choice can be changed in the footer', async () => {
    const as = await whoPressed('Necessary Only')
    for (const path of ['/', '/news', '/nowhere', '/game']) {
      const page = await app.get(path, { as })
      expect(page.text).toContain('Good evening, Europe')
      expect(asks(page)).toBe(false)
      expect(hrefOf(page.html, 'Cookie preferences')).toBe(`${path}?dialog=cookies`)
    }
  })
})

describe('a choice', () => {
  const year = 'Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax'

  test.each([
    ['Accept All', 'necessary.analytics.socials.advertising'],
    ['Necessary Only', 'necessary'],
  ])('%s in the bar sets one cookie for a year, and redirects back to the page', async (button, value) => {
    const answer = await app.press(await app.get('/news?page=2'), button)
    expect(answer.status).toBe(303)
    expect(answer.location).toBe('/news?page=2')
    expect(cookieOf(answer)).toEqual([`consent=${value}; ${year}`])
  })

  test('in the preferences is stored as ticked, and shown when they are opened again', async () => {
    const as = new Browser()
    const dialog = await app.get('/songs?play=AT&dialog=cookies', { as })
    expect(isTicked(dialog)).toBe(false)
    const answer = await app.press(dialog, 'Save', { socials: 'on' }, { as })
    expect(answer.location).toBe('/songs?play=AT')
    expect(as.cookie('consent')).toBe('necessary.socials')
    const again = await app.get('/?dialog=cookies', { as })
    expect(isTicked(again)).toBe(true)
    await app.post('/consent', { choice: 'save', returnTo: '/' }, { as })
    expect(as.cookie('consent')).toBe('necessary')
  })

  test('saved in the preferences does not change other categories', async () => {
    const as = await whoPressed('Accept All')
    await app.post('/consent', { choice: 'save' }, { as })
    expect(as.cookie('consent')).toBe('necessary.analytics.advertising')
  })

  test('belongs to the browser: signing in keeps it', async () => {
    const as = await app.login('dora')
    as.setCookie('consent', 'necessary')
    expect(asks(await app.get('/game', { as }))).toBe(false)
  })
})

test.each(['yes', '%00', 'necessary.', 'socials', '"necessary"', ''])(
  'a cookie that does not parse (%j) is no choice, and the page is that of a first visit',
  async (value) => {
    const as = new Browser()
    as.setCookie('consent', value)
    const page = await app.get('/privacy-policy', { as })
    expect(asks(page)).toBe(true)
    expect(timeless(page)).toBe(timeless(await app.get('/privacy-policy')))
  },
)

test('a page without a session depends on URL, consent and hidden results only, so that it can be cached', async () => {
  const [one, other] = [await whoPressed('Accept All'), await whoPressed('Accept All')]
  other.setCookie('tz', 'Asia/Tokyo')
  other.setCookie('zone', 'America/St_Johns')
  other.setCookie('league', '3')
  const headers = { 'User-Agent': 'x', 'Accept-Language': 'fr', Referer: 'http://localhost:3000/songs' }
  for (const path of ['/privacy-policy', '/songs', '/news?dialog=cookies']) {
    const page = await app.get(path, { as: one })
    expect(page.status).toBe(200)
    expect(timeless(await app.get(path, { as: other, headers }))).toBe(timeless(page))
  }
})

describe('the preferences', () => {
  test('are drawn open over a page that cannot be used, and hold two of the four categories', async () => {
    const page = await app.get('/news?page=2&dialog=cookies')
    expect(tagsOf(page.html, 'dialog').map((dialog) => dialog.has('open'))).toEqual([true])
    for (const part of ['header', 'main', 'footer']) {
      expect(
        tagsOf(page.html, part).some((tag) => tag.has('inert')),
        part,
      ).toBe(true)
    }
    expect(hrefOf(page.html, 'Close')).toBe('/news?page=2')
    expect(asks(page)).toBe(false)
    const labels = [
      ...page.html.matchAll(/<label class="[^"]*"><input[^>]*type="checkbox"[\s\S]*?<b>([^<]+)<\/b>/g),
    ].map(([, title]) => title)
    expect(labels).toEqual(['Necessary', 'Socials'])
    expect(ticks(page).map((tick) => [tick.has('checked'), tick.has('disabled')])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('a draft stays beneath them and is there again afterwards', async () => {
    const draft = '/game/team?teamName=A+%26+B&picks=AT.EE'
    const page = await app.get(draft, { as: newcomer })
    const opener = hrefOf(page.html, 'Cookie preferences') ?? ''
    const dialog = await app.get(opener, { as: newcomer })
    expect(dialog.html).toContain('value="AT.EE"')
    expect(hrefOf(dialog.html, 'Close')).toBe(draft)
    const answer = await app.press(dialog, 'Accept All')
    expect(answer.location).toBe(draft)
  })

  test.each([
    '/game?dialog=rules',
    '/game/team?details=SE',
    '/game/leagues?dialog=create',
    '/game/lineup?details=AT',
  ])('are the only dialog over %s', async (path) => {
    const page = await app.get(path, { as: anna })
    expect(tagsOf(page.html, 'dialog')).toHaveLength(1)
    const over = await app.get(hrefOf(page.html, 'Cookie preferences') ?? '', { as: anna })
    expect(tagsOf(over.html, 'dialog')).toHaveLength(1)
    expect(over.text).toContain('Nothing changes until you save. One cookie keeps your choice for a year')
  })
})

describe('responses that are no pages', () => {
  test.each([
    ['a missing page', '/nowhere?x=1', 404],
    ['a missing article', '/news/99999-gone', 404],
    ['the sign-in card', '/game/team?picks=AT', 401],
  ])('%s asks too, and the answer leads back to it', async (_, path, status) => {
    const page = await app.get(path)
    expect(page.status).toBe(status)
    expect(asks(page)).toBe(true)
    const answer = await app.press(page, 'Necessary Only')
    expect(answer.location).toBe(path)
    const dialog = await app.get(hrefOf(page.html, 'Cookie preferences') ?? '')
    expect(dialog.status).toBe(status)
    expect(tagsOf(dialog.html, 'dialog')).toHaveLength(1)
    expect(tagsOf(dialog.html, 'main').map((main) => main.has('inert'))).toEqual([true])
  })

  test('an error card of the game asks too', async () => {
    await app.setClock(between)
    const page = await app.get('/game/team', { as: anna })
    expect(page.status).toBe(409)
    expect(asks(page)).toBe(true)
    expect((await app.press(page, 'Accept All', {}, { as: anna })).location).toBe('/game/team')
  })
})

describe('/consent', () => {
  test.each([
    ['/news/3-hello?page=2', '/news/3-hello?page=2'],
    ['/game/leagues?leagueId=3&dialog=cookies', '/game/leagues?leagueId=3'],
    ['/game?dialog=rules', '/game?dialog=rules'],
    ['', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/x\r\nSet-Cookie: sid=x', '/'],
    ['javascript:alert(1)', '/'],
    ['/auth/sign-out', '/'],
  ])('from %j redirects to %s', async (returnTo, expected) => {
    const answer = await app.post('/consent', { choice: 'necessary-only', returnTo })
    expect(answer.status).toBe(303)
    expect(answer.location).toBe(expected)
    expect(cookieOf(answer)).toHaveLength(1)
  })

  test('without a page to return to leads home', async () => {
    expect((await app.post('/consent', { choice: 'accept-all' })).location).toBe('/')
  })

  test.each([
    ['no choice', {}],
    ['an unknown choice', { choice: 'maybe' }],
    ['two choices', { choice: ['accept-all', 'necessary-only'] }],
    ['a tick that no box sends', { choice: 'save', socials: 'true' }],
    ['what cannot be stored', { choice: 'save', returnTo: '/\0' }],
  ])('refuses %s and sets nothing', async (_, fields: Record<string, string | string[]>) => {
    const answer = await app.post('/consent', fields)
    expect(answer.status).toBe(400)
    expect(cookieOf(answer)).toEqual([])
  })

  test('refuses what is no form', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect((await app.send('/consent', { method: 'POST', body: 'broken', headers })).status).toBe(400)
  })

  test('has no GET', async () => {
    const answer = await app.get('/consent')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('Allow')).toBe('POST')
    expect(textOf(answer.html)).not.toBe('')
  })
})

test.each(['/terms-of-service', '/privacy-policy'])('%s says when it was last changed', async (path) => {
  expect((await app.get(path)).text).toContain('Last updated May 2, 2025')
})
