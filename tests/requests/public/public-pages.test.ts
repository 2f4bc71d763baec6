import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { addArticle, deleteArticles } from '#tests/support/articles.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import { buttonNames, findSubmission, hrefOf, tagsOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** Home, news, article, songs and what is not there: every text of the spec, and every bad address. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp({ now: '2025-05-14T12:00:00Z' })
  world = await openWorld(app)
})
afterAll(() => app.close())
afterEach(() => deleteArticles(app))

/** Twenty articles a day apart, the newest first in the answer: 'Story 20' is of May 12th. */
async function addStories(): Promise<number[]> {
  const ids: number[] = []
  for (let day = 1; day <= 20; day += 1) {
    const publishDate = new Date(Date.UTC(2025, 3, 22 + day)).toISOString().slice(0, 10)
    ids.push(await addArticle(app, { title: `Story ${day}`, slug: `story-${day}`, publishDate }))
  }
  return ids.reverse()
}

/** The one article there is, so many times more. */
async function copyArticle(times: number) {
  const names =
    'title, slug, summary, content_html, sanitiser_version, publish_date, category, created_at, updated_at'
  await sql`insert into articles (${sql.raw(names)}) with recursive n(i) as (select 1 union all select i + 1 from n
    where i < ${times}) select ${sql.raw(names)} from articles, n`.execute(app.db)
  await app.markChanged(['news'])
}

function titlesOf({ html }: PageResponse): string[] {
  return [...html.matchAll(/<h3[^>]*><a [^>]*>([\s\S]*?)<\/a><\/h3>/g)].map(([, title = '']) => textOf(title))
}

function stories(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, i) => `Story ${from - i}`)
}

/** Puts a table of news in place whose rows up to `id` cannot be read, as on a damaged disk. */
async function breakUpTo(id: number): Promise<() => Promise<void>> {
  const tables = await app.db.introspection.getTables()
  const names = tables.find(({ name }) => name === 'articles')?.columns.map(({ name }) => name) ?? []
  const fails = isOnPostgres ? sql`(9223372036854775807 + id)::text` : sql`abs(-9223372036854775807 - 1)`
  const columns = names.map((name) =>
    name === 'title'
      ? sql`case when id <= ${sql.lit(id)} then ${fails} else title end as title`
      : sql.ref(name),
  )
  await sql`alter table articles rename to sound_articles`.execute(app.db)
  await sql`create view articles as select ${sql.join(columns)} from sound_articles`.execute(app.db)
  return async () => {
    await sql`drop view articles`.execute(app.db)
    await sql`alter table sound_articles rename to articles`.execute(app.db)
  }
}

describe('home', () => {
  test('says what the spec says, and its buttons lead where they promise', async () => {
    await addStories()
    const home = await app.get('/')
    expect(home.status).toBe(200)
    for (const text of [
      'Manage Your Eurovision Dream Team',
      'Select countries',
      'Arrange your line-up',
      'Score points',
      'Compete in leagues',
      'Latest News',
    ])
      expect(home.text).toContain(text)
    expect(hrefOf(home.html, 'Play Now')).toBe('/game')
    expect(hrefOf(home.html, 'Latest News')).toBe('/news')
    expect(hrefOf(home.html, 'View All News')).toBe('/news')
  })

  test('shows the latest 3 articles, each with Read More', async () => {
    const [newest] = await addStories()
    const home = await app.get('/')
    expect(titlesOf(home)).toEqual(stories(20, 18))
    expect(home.text.match(/Read More/g)).toHaveLength(3)
    expect(hrefOf(home.html, 'Read More: Story 20')).toBe(`/news/${newest}-story-20`)
  })

  test('Sign Up Now starts signing in and comes back home', async () => {
    const home = await app.get('/')
    expect(findSubmission(home.html, 'Sign Up Now')).toMatchObject({
      action: '/auth/sign-in',
      method: 'POST',
      fields: [['redirectTo', '/']],
    })
  })

  test('Sign Up Now keeps the query of the page, and nobody else gets it', async () => {
    const targetOf = async (path: string) => {
      const home = await app.get(path)
      expect(home.status).toBe(200)
      return findSubmission(home.html, 'Sign Up Now')?.fields
    }
    for (const path of ['/?from=a+friend&x=%22%3E', '/?dialog=cookies'])
      expect(await targetOf(path)).toEqual([['redirectTo', path]])
    expect(await targetOf('/')).toEqual([['redirectTo', '/']])
  })

  test('has an example of six countries that the budget of the season pays for', async () => {
    const { html } = await app.get('/')
    const [, told = ''] = /aria-label="Example line-up under six stage lights: ([^"]*)"/.exec(html) ?? []
    const six = told.split(', ').map((each) => each.replace(/ \d+ percent$/, ''))
    const entries = world.contest.entries.filter(({ country }) => six.includes(country))
    expect(entries, told).toHaveLength(6)
    const cost = entries.reduce((sum, { priceTenths }) => sum + priceTenths, 0)
    expect(cost).toBeLessThanOrEqual(world.contest.budgetTenths)
    const [hero = ''] = /<svg [^>]*aria-label="Example line-up[\s\S]*?<\/svg>/.exec(html) ?? []
    const lineup = html.split('<li').find((step) => step.includes('Arrange your line-up')) ?? ''
    const flags = tagsOf(hero, 'image').map((flag) => flag.get('href'))
    expect(flags).toHaveLength(6)
    expect(
      tagsOf(lineup, 'img').map((flag) => flag.get('src')),
      'the line-up below is the same',
    ).toEqual(flags)
  })

  test('whoever is signed in is shown to the dashboard in its place', async () => {
    const home = await app.get('/', { as: await app.login('anna') })
    expect(home.text).toContain('Our twelve points go to you')
    expect(home.text).not.toContain('Sign Up Now')
    expect(hrefOf(home.html, 'Game Dashboard')).toBe('/game')
  })

  test.each([0, 1, 2])('stands with %i articles', async (count) => {
    for (let i = 0; i < count; i += 1) await addArticle(app, { title: `Only ${i}` })
    const home = await app.get('/')
    expect(home.status).toBe(200)
    expect(titlesOf(home)).toHaveLength(count)
    expect(buttonNames(home.html)).toContain('Sign Up Now')
    expect(home.text.includes('Latest News View All News')).toBe(count > 0)
  })

  test('a failure of the news is logged, and the page stands without it', async () => {
    const repair = await breakUpTo(Number.MAX_SAFE_INTEGER)
    try {
      await addArticleBeneath()
      const lines = await app.logged(async () => {
        const home = await app.get('/')
        expect(home.status).toBe(200)
        expect(home.text).toContain('Manage Your Eurovision Dream Team')
        expect(home.text).toContain('Our twelve points go to you')
        expect(home.text).not.toContain('View All News')
      }, 'home-news')
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/integer overflow|bigint out of range/)
    } finally {
      await repair()
    }
  })
})

/** A view takes no rows: this one goes to the table beneath. */
async function addArticleBeneath() {
  await sql`insert into sound_articles (title, slug, summary, content_html, sanitiser_version, publish_date, category,
    created_at, updated_at) values ('T', 't', 's', 'c', 1, '2025-05-01', 'OTHER', 0, 0)`.execute(app.db)
}

describe('the list of news', () => {
  test('shows 9 a page, newest first, and loads more until all are there', async () => {
    const ids = await addStories()
    const first = await app.get('/news')
    expect(first.text).toContain('News & Updates')
    expect(titlesOf(first)).toEqual(stories(20, 12))
    expect(hrefOf(first.html, 'Read More: Story 20')).toBe(`/news/${ids[0]}-story-20`)
    expect(hrefOf(first.html, 'Load more news')).toBe('?page=2#page-2')
    const second = await app.get('/news?page=2')
    expect(titlesOf(second)).toEqual(stories(20, 3))
    expect(second.html.split('id="page-2"')[1], 'the fragment is at the first new one').toMatch(
      /^[\s\S]{0,4000}?Story 11</,
    )
    expect(hrefOf(second.html, 'Load more news')).toBe('?page=3#page-3')
    const third = await app.get('/news?page=3')
    expect(titlesOf(third)).toEqual(stories(20, 1))
    expect(hrefOf(third.html, 'Load more news')).toBeUndefined()
  })

  test('each card has its category as a badge', async () => {
    for (const category of ['COMPETITION', 'FANTASY_GAME', 'OTHER'] as const)
      await addArticle(app, { category })
    const page = await app.get('/news')
    const badges = [...page.html.matchAll(/<span class="inline-flex[^"]*">([^<]*)</g)].map(
      ([, badge]) => badge,
    )
    expect(badges).toEqual(['General', 'Game', 'Eurovision'])
  })

  test('says so when there is none', async () => {
    const page = await app.get('/news')
    expect(page.status).toBe(200)
    expect(page.text).toContain('No news yet.')
  })

  test('holds no article of a later day', async () => {
    await addArticle(app, { title: 'Today', publishDate: '2025-05-14' })
    await addArticle(app, { title: 'Tomorrow', publishDate: '2025-05-15' })
    expect(titlesOf(await app.get('/news'))).toEqual(['Today'])
    expect(titlesOf(await app.get('/'))).toEqual(['Today'])
  })

  test.each([
    '0',
    '-1',
    '1e9',
    '1000000000',
    '101',
    'abc',
    '',
    '2.5',
    '%00',
    '9'.repeat(400),
    '2&page=3',
    '٢',
  ])('?page=%s is the first page', async (page) => {
    await addStories()
    const answer = await app.get(`/news?page=${page}`)
    expect(answer.status).toBe(200)
    expect(titlesOf(answer)).toEqual(stories(20, 12))
  })

  test('a page past the end shows all there is', async () => {
    await addStories()
    const answer = await app.get('/news?page=100')
    expect(answer.status).toBe(200)
    expect(titlesOf(answer)).toEqual(stories(20, 1))
    expect(hrefOf(answer.html, 'Load more news')).toBeUndefined()
  })

  test('no answer holds more than 900 articles', async () => {
    await addArticle(app)
    await copyArticle(909)
    const answer = await app.get('/news?page=100')
    expect(titlesOf(answer)).toHaveLength(900)
    expect(hrefOf(answer.html, 'Load more news')).toBeUndefined()
  })

  test('further articles that cannot be loaded leave those it has, with the spec’s toast', async () => {
    const ids = await addStories()
    const repair = await breakUpTo(ids[18] ?? 0)
    try {
      const lines = await app.logged(async () => {
        const answer = await app.get('/news?page=3')
        expect(answer.status, 'no cache keeps it').toBe(503)
        expect(titlesOf(answer)).toEqual(stories(20, 3))
        expect(toastsOf(answer.html)).toEqual([
          'Error loading news There was an error loading more news articles. Please try again later.',
        ])
        expect(hrefOf(answer.html, 'Load more news')).toBe('?page=3#page-3')
      }, 'more-news')
      expect(lines).not.toEqual([])
      const whole = await app.get('/news?page=2')
      expect([whole.status, toastsOf(whole.html)]).toEqual([200, []])
    } finally {
      await repair()
    }
  })

  test('a first page that cannot be loaded goes to the error card', async () => {
    const ids = await addStories()
    const repair = await breakUpTo(ids[0] ?? 0)
    try {
      await app.logged(async () => {
        for (const path of ['/news', '/news?page=2', `/news/${ids[0]}-story-20`]) {
          const answer = await app.get(path)
          expect(answer.status).toBe(500)
          expect(answer.text).toContain(
            'Something went wrong An unexpected error occurred. Please try again later. Home',
          )
          expect(answer.html).toContain('<title>Something went wrong – Douze</title>')
          expect(hrefOf(answer.html, 'News')).toBe('/news')
          expect(hrefOf(answer.html, 'Try again')).toBe(path)
        }
      }, 'bug')
    } finally {
      await repair()
    }
  })
})

describe('an article', () => {
  test('shows category, day, title, summary, content and up to 3 others of the latest', async () => {
    const ids = await addStories()
    const id = await addArticle(app, {
      title: 'A title & more',
      slug: 'a-title-more',
      summary: 'In short.',
      contentHtml: '<p>At <strong>length</strong>.</p>',
      category: 'COMPETITION',
      publishDate: '2025-05-13',
    })
    const page = await app.get(`/news/${id}-a-title-more`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Eurovision May 13, 2025 A title & more')
    expect(page.text).toContain('In short. At length .')
    expect(page.text).toContain('More Articles')
    expect(titlesOf(page), 'the latest 3 but itself').toEqual(stories(20, 19))
    expect(titlesOf(await app.get(`/news/${ids[5]}-story-15`))).toEqual([
      'A title & more',
      ...stories(20, 19),
    ])
  })

  test('shows its photo with the credit, and flag light without one', async () => {
    const imageUrl = '/images/abc.webp'
    const id = await addArticle(app, { imageUrl, imageCredit: 'Photo: Someone' })
    const page = await app.get(`/news/${id}-hello`)
    expect(tagsOf(page.html, 'img').map((each) => each.get('src'))).toEqual([imageUrl])
    expect(page.html).toMatch(/<figcaption[^>]*>Photo: Someone<\/figcaption>/)
    const without = await addArticle(app, { countryCode: 'AT', imageCredit: 'Photo: Nobody' })
    const drawn = (await app.get(`/news/${without}-hello`)).html
    expect(drawn).toContain('spill-AT')
    expect(drawn).not.toContain('Photo: Nobody')
  })

  test('alone on the site has no sidebar', async () => {
    const id = await addArticle(app)
    expect((await app.get(`/news/${id}-hello`)).text).not.toContain('More Articles')
  })

  const unknown = ['0-x', '-1', '-', 'abc', 'abc-1', '01-hello', '1e3', '1.0-hello', '999999-hello', 'hello']
  test.each([
    ...unknown,
    `${'9'.repeat(15)}-x`,
    `${'9'.repeat(30)}-x`,
    '%00',
    '%F0%9F%98%80',
    'x'.repeat(2000),
  ])('/news/%s is not found', async (address) => {
    await addArticle(app)
    const answer = await app.get(`/news/${address}`)
    expect(answer.status).toBe(404)
    expect(answer.text).toContain(
      "Article Not Found The article you're looking for doesn't exist or has been removed. Back to News",
    )
    expect(hrefOf(answer.html, 'Back to News')).toBe('/news')
    expect(answer.html).toContain('<title>Article Not Found – Douze</title>')
  })

  test('a broken escape in the address is refused, not a fault', async () => {
    expect((await app.get('/news/%ZZ')).status).toBeLessThan(500)
  })

  test('another slug, no slug and the slug of another article lead to its own, for now', async () => {
    const id = await addArticle(app, { title: 'One', slug: 'one' })
    await addArticle(app, { title: 'Two', slug: 'two' })
    for (const address of [`${id}`, `${id}-`, `${id}-old`, `${id}-two`, `${id}-ONE`, `${id}-one-`]) {
      const answer = await app.get(`/news/${address}`)
      expect([answer.status, answer.location], address).toEqual([308, `/news/${id}-one`])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  })

  test('of a later day is not found until its day begins in the host’s zone', async () => {
    const id = await addArticle(app, { publishDate: '2025-05-15' })
    expect((await app.get(`/news/${id}-hello`)).status).toBe(404)
    expect((await app.get(`/news/${id}-other`)).status, 'no redirect tells of it').toBe(404)
    await app.setClock('2025-05-14T22:00:01Z')
    expect((await app.get(`/news/${id}-hello`)).status).toBe(200)
    await app.setClock('2025-05-14T12:00:00Z')
  })
})

describe('songs', () => {
  test('shows every entry of the active game: country, song, artist, and a press for its video', async () => {
    const { entries } = world.contest
    const page = await app.get('/songs')
    expect(page.text).toContain('Songs of 2025')
    expect(entries.length).toBe(37)
    for (const { code, country, song, artist, youtubeId } of entries) {
      expect(page.text).toContain(`${country} ${song} ${artist}`)
      expect(hrefOf(page.html, `Play ${song} by ${artist}`)).toBe(
        youtubeId === null ? undefined : `?play=${code}#${code}`,
      )
    }
    expect(page.html).not.toMatch(/<iframe|youtube/)
  })

  test('a video loads after the press on it only, from the host without cookies', async () => {
    const page = await app.get('/songs?play=SE')
    const [frame, ...others] = tagsOf(page.html, 'iframe')
    expect(others).toEqual([])
    const youtubeId = world.contest.entries.find((entry) => entry.code === 'SE')?.youtubeId
    expect(frame?.get('src')).toBe(`https://www.youtube-nocookie.com/embed/${youtubeId}?autoplay=1`)
    expect(frame?.get('sandbox')).toContain('allow-scripts')
    expect(hrefOf(page.html, 'Close video')).toBe('/songs#SE')
  })

  test.each(['XX', '', 'se', '%00', 'SE%22%3E', 'XX&play=SE'])('?play=%s plays nothing', async (play) => {
    const page = await app.get(`/songs?play=${play}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Songs of 2025')
    expect(page.html).not.toContain('<iframe')
  })

  test('an entry shows its own picture, and without a video offers none', async () => {
    await app.db
      .updateTable('entries')
      .set({ image_url: '/images/se.webp', youtube_id: null })
      .where('code', '=', 'SE')
      .execute()
    await bumpVersion(app.db, 'game')
    const page = await app.get('/songs?play=SE')
    expect(tagsOf(page.html, 'img').map((each) => each.get('src'))).toContain('/images/se.webp')
    expect(page.html).not.toContain('<iframe')
    expect(hrefOf(page.html, 'Play Bara bada bastu by KAJ')).toBeUndefined()
  })

  test('without an active game says so', async () => {
    await app.db.updateTable('games').set({ is_active: 0 }).execute()
    try {
      const page = await app.get('/songs')
      expect(page.status).toBe(404)
      expect(page.text).toContain(
        'No active game There currently is no active game going on. Please come back later. Home',
      )
      expect([(await app.get('/')).status, (await app.get('/news')).status]).toEqual([200, 200])
    } finally {
      await app.db.updateTable('games').set({ is_active: 1 }).where('year', '=', 2025).execute()
    }
  })
})

describe('what is not there', () => {
  test.each(['/nowhere', '/news/1-a/b', '/songs/SE', '/index.php', '/%F0%9F%98%80', '/NEWS2'])(
    '%s: Page Not Found, with links to home and news',
    async (path) => {
      const page = await app.get(path)
      expect(page.status).toBe(404)
      expect(page.text).toContain('Page Not Found')
      expect(page.html).toContain('<title>Page Not Found – Douze</title>')
      expect(hrefOf(page.html, 'Go to Home')).toBe('/')
      expect(hrefOf(page.html, 'Read the news')).toBe('/news')
    },
  )
})

test.each([
  ['/terms-of-service', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Policy'],
])('%s stands with the day of its last change', async (path, title) => {
  const page = await app.get(path)
  expect(page.status).toBe(200)
  expect(page.text).toMatch(new RegExp(`${title} Last updated May 2, 2025`))
})
