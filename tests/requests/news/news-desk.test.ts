import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewArticle } from '#app/game/article/article.ts'
import { findArticle, insertArticle } from '#db/news/articles.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { expireSessions } from '#tests/support/game-steps.ts'
import {
  buttonNames,
  fieldNamed,
  findSubmission,
  hrefOf,
  tagsOf,
  textOf,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

let app: App
let ada: Browser
let fay: Browser
beforeAll(async () => {
  app = await openApp()
  ada = (await openWorld(app)).ada
  fay = await app.login('fay', { isAdmin: true })
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('articles').execute())

const typed = {
  title: 'Hello Basel',
  slug: '',
  summary: 'About it',
  content: '<p>Text</p>',
  imageUrl: '',
  imageCredit: '',
  publishDate: '2025-05-09',
  category: 'OTHER',
}
type Typed = Partial<typeof typed> & { intent?: string; seenAt?: string; proof?: string }

/** Sends the editor's form as its page does, with files. */
function send(path: string, change: Typed, files: Blob[] = [], as = ada) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...typed, intent: 'save', ...change }))
    body.append(name, value)
  for (const file of files) body.append('file', file, 'photo.jpg')
  return app.send(path, { method: 'POST', body }, { as })
}

const newPath = '/admin/news/new'
const rows = () => app.db.selectFrom('articles').selectAll().orderBy('id').execute()
const images = () => app.db.selectFrom('images').select('name').execute()

async function write(change: Typed = {}): Promise<number> {
  const saved = await send(newPath, change)
  if (saved.status !== 303) throw new Error(`Not saved: ${saved.text}`)
  return (await rows()).at(-1)?.id ?? 0
}

/** Inserts an article without the form, because of the rate limit of sixty saves a minute. */
function store(change: Partial<NewArticle>): Promise<number> {
  const { title, slug, summary, content: contentHtml, publishDate } = typed
  const facts = { title, slug, summary, contentHtml, publishDate, category: 'OTHER' as const }
  const more = { imageUrl: null, imageCredit: null, countryCode: null, sanitiserVersion: 1 }
  return insertArticle(app.db, { ...facts, ...more, ...change }, 0)
}

function typedIn(page: PageResponse, label: string) {
  return fieldNamed(page.html, label)?.get('value')
}

function contentOf({ html }: PageResponse): string | undefined {
  return /<textarea[^>]*name="content"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1]
}

async function photo(width = 40, height = 20): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#f06' } })
    .jpeg()
    .toBuffer()
  return new Uint8Array(bytes)
}

describe('the desk', () => {
  test('shows ten articles a page, newest first, with those of later days marked', async () => {
    for (let n = 1; n <= 12; n += 1) {
      await write({ title: `Story ${n}`, publishDate: `2025-05-${String(n + 2).padStart(2, '0')}` })
    }
    const page = await app.get('/admin/news', { as: ada })
    expect(page.text).toMatch(/ID Title Category Publish Date Actions/)
    expect(page.html.match(/Edit Story \d+</g)).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Edit Story ${n}<`),
    )
    expect(page.text.match(/Scheduled/g)).toHaveLength(8)
    expect(page.text).toContain('Total Teams 0 Total Leagues 0')
    const second = await app.get(hrefOf(page.html, 'Next page') ?? '', { as: ada })
    expect(second.html.match(/Edit Story \d+</g)).toEqual(['Edit Story 2<', 'Edit Story 1<'])
  })

  test.each(['0', '-1', '99999', '999999999999', 'x', '1e1', '1.5', '%00', ''])(
    'answers page %j with a page there is',
    async (n) => {
      await write()
      const page = await app.get(`/admin/news?page=${n}`, { as: ada })
      expect(page.status).toBe(200)
      expect(page.text).toContain('Hello Basel')
    },
  )

  test('stands when its list cannot be read, and says so', async () => {
    await app.db.schema.alterTable('articles').renameTo('articles_away').execute()
    try {
      const page = await app.get('/admin/news', { as: ada })
      expect(toastsOf(page.html)[0]).toContain('Failed to load recent articles')
      expect(hrefOf(page.html, 'New Article')).toBe('/admin/news/new')
    } finally {
      await app.db.schema.alterTable('articles_away').renameTo('articles').execute()
    }
  })
})

describe('a new article', () => {
  test('begins today, with Eurovision, and nothing else', async () => {
    const page = await app.get(newPath, { as: ada })
    expect(typedIn(page, 'Publish date')).toBe('2025-05-10')
    expect(page.html).toMatch(/<option value="COMPETITION" selected="">Eurovision/)
    expect(typedIn(page, 'Title')).toBe('')
    expect(page.html).not.toContain('<script')
  })

  test('is stored safe and public, and what was taken away is told', async () => {
    const saved = await send(newPath, { content: '<p onclick="x">T</p><script>alert(1)</script>' })
    expect([saved.status, saved.location]).toEqual([303, '/admin/news'])
    const [row] = await rows()
    expect(row).toMatchObject({ title: 'Hello Basel', slug: 'hello-basel', content_html: '<p>T</p>' })
    const desk = await app.follow(saved, { as: ada })
    expect(toastsOf(desk.html)).toEqual([
      'Article created “Hello Basel” is stored. Removed as unsafe: onclick on <p>, <script>.',
    ])
    const page = await app.get(`/news/${row?.id}-hello-basel`)
    expect(page.text).toContain('About it T')
  })

  test('of a later day waits for it', async () => {
    const id = await write({ publishDate: '2025-05-11' })
    expect((await app.get(`/news/${id}-hello-basel`)).status).toBe(404)
    expect((await app.get('/news')).text).not.toContain('Hello Basel')
    await app.setClock('2025-05-10T22:00:00Z')
    expect((await app.get(`/news/${id}-hello-basel`)).status).toBe(200)
    await app.setClock('2025-05-10T12:00:00Z')
  })

  test('that is refused keeps everything, and says what is wrong at its field', async () => {
    const page = await send(newPath, {
      title: ' ',
      slug: 'kept-slug',
      content: '<p>Kept & "so"</p>',
      publishDate: 'soon',
    })
    expect(page.status).toBe(422)
    expect(page.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(toastsOf(page.html)[0]).toContain('Failed to save article')
    expect(typedIn(page, 'Slug')).toBe('kept-slug')
    expect(contentOf(page)).toContain('&lt;p&gt;Kept &amp; &quot;so&quot;&lt;/p&gt;')
    expect(fieldNamed(page.html, 'Title')?.get('aria-describedby')).toContain('title-error')
    expect(page.text).toContain('Please enter a title.')
    expect(page.text).toContain('Please enter a date such as')
    expect(await rows()).toEqual([])
  })

  test('of 5 MB of HTML is refused, not stored and not a fault', async () => {
    const page = await send(newPath, { content: '<b><i>'.repeat(800_000) })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Please limit the content to 80 kB.')
    expect(await rows()).toEqual([])
  })
})

describe('the form', () => {
  /** The text of the page behind its dialog, and of the dialog. */
  function partsOf({ html }: PageResponse) {
    const [behind = '', dialog = ''] = html.split('<dialog')
    return { behind, dialog: dialog.split('</dialog>')[0] ?? '' }
  }

  async function openSecondPage() {
    for (let n = 1; n <= 12; n += 1) {
      await store({ title: `Story ${n}`, publishDate: `2025-05-${String(n + 2).padStart(2, '0')}` })
    }
    return app.get('/admin/news?page=2', { as: fay })
  }

  test('stands in an open dialog over the page of the list that it was opened from', async () => {
    const list = await openSecondPage()
    for (const [link, title] of [
      ['Edit Story 2', 'Edit Article'],
      ['New Article', 'New Article'],
    ] as const) {
      const page = await app.get(hrefOf(list.html, link) ?? '', { as: fay })
      const { behind, dialog } = partsOf(page)
      expect(page.status).toBe(200)
      expect(tagsOf(page.html, 'dialog').map((each) => each.has('open'))).toEqual([true])
      expect(textOf(dialog), link).toMatch(new RegExp(`^[^<]*${title} `))
      expect(fieldNamed(dialog, 'Title')?.get('name')).toBe('title')
      expect(behind).toMatch(/<header[^>]* inert=""[\s\S]*<main[^>]* inert=""/)
      expect(behind.match(/Edit Story \d+</g)).toEqual(['Edit Story 2<', 'Edit Story 1<'])
      expect(hrefOf(dialog, 'Close')).toBe('/admin/news?page=2')
      expect(hrefOf(dialog, 'Cancel')).toBe('/admin/news?page=2')
    }
  })

  test('leads back to that page of the list when it is saved', async () => {
    const list = await openSecondPage()
    const edited = await app.get(hrefOf(list.html, 'Edit Story 2') ?? '', { as: fay })
    const refused = await app.press(edited, 'Save Article', { title: '' }, { as: fay })
    const saved = await app.press(refused, 'Save Article', { title: 'Story two' }, { as: fay })
    expect([refused.status, saved.status, saved.location]).toEqual([422, 303, '/admin/news?page=2'])
    expect((await app.follow(saved, { as: fay })).text).toContain('Story two')
  })

  test('says what was refused in the dialog, not behind it, and keeps the list behind it', async () => {
    const id = await store({ title: 'The only story' })
    const opened = await app.get(`/admin/news/${id}`, { as: fay })
    const refused = await app.press(opened, 'Save Article', { title: '', summary: 'Kept' }, { as: fay })
    const { behind, dialog } = partsOf(refused)
    expect(toastsOf(dialog)[0]).toMatch(/^Failed to save article /)
    expect(toastsOf(behind)).toEqual([])
    expect(dialog).toContain('Kept')
    expect(behind).toContain('Edit The only story<')
  })
})

describe('a preview', () => {
  test('shows what readers will see and what is taken away, and stores nothing', async () => {
    const content =
      '<h1>Big</h1><p>T</p><iframe src="https://evil.example/"></iframe><iframe src="https://youtu.be/SOnuGDvjD6g"></iframe><iframe src="https://www.instagram.com/p/DJabc-_12/embed"></iframe><script>alert(1)</script>'
    const page = await send(newPath, { intent: 'preview', content })
    expect(page.status).toBe(200)
    for (const line of ['&lt;script&gt;', 'iframe from evil.example', '&lt;h1&gt;, now &lt;h2&gt;']) {
      expect(page.html).toContain(`<code>${line}</code>`)
    }
    expect(page.html).toContain('<h2>Big</h2><p>T</p>')
    expect(page.text).toContain('YouTube video: loads when a reader presses play.')
    expect(page.text).toContain('Social Media Content Hidden')
    expect(page.html).not.toMatch(/<iframe|<script/)
    expect(typedIn(page, 'Title')).toBe('Hello Basel')
    expect(await rows()).toEqual([])
  })

  test('is what Enter asks for: it can do no harm', async () => {
    const { html } = await app.get(newPath, { as: ada })
    const form = html.slice(html.indexOf('multipart/form-data'))
    expect(tagsOf(form, 'button')[0]?.get('value')).toBe('preview')
  })
})

describe('a picture', () => {
  test('is uploaded by a press that keeps what was typed, and served sealed', async () => {
    const page = await send(newPath, { intent: 'upload', title: 'Half written' }, [
      new Blob([await photo(2000, 1000)]),
    ])
    expect(page.status).toBe(200)
    expect(typedIn(page, 'Title')).toBe('Half written')
    const shown =
      tagsOf(page.html, 'img')
        .find((each) => each.get('alt') === 'The article as it is shown on its card')
        ?.get('src') ?? ''
    expect(shown).toMatch(/^\/images\/[\w-]{22}\.webp$/)
    expect(await rows()).toEqual([])
    const image = await app.get(shown)
    expect(image.status).toBe(200)
    expect(Object.fromEntries(image.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const saved = await app.press(page, 'Save Article', { title: 'With picture' }, { as: ada })
    expect(saved.status).toBe(303)
    expect((await rows())[0]).toMatchObject({ title: 'With picture', image_url: shown })
  })

  test('that is sent with the save is stored first, and survives the refusal of its article', async () => {
    const page = await send(newPath, { title: '' }, [new Blob([await photo()])])
    expect(page.status).toBe(422)
    const kept =
      tagsOf(page.html, 'input')
        .find((each) => each.get('name') === 'imageUrl')
        ?.get('value') ?? ''
    expect((await images()).map(({ name }) => `/images/${name}`)).toContain(kept)
    expect((await app.press(page, 'Save Article', { title: 'Now' }, { as: ada })).status).toBe(303)
    expect((await rows())[0]?.image_url).toBe(kept)
  })

  test('can be taken off again', async () => {
    const page = await send(newPath, { intent: 'upload' }, [new Blob([await photo()])])
    const without = await app.press(page, 'Remove image', {}, { as: ada })
    expect(without.status).toBe(200)
    expect(buttonNames(without.html)).not.toContain('Remove image')
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bad: [string, () => Promise<Blob[]>, string][] = [
    ['none', async () => [], 'Please choose an image first.'],
    [
      'SVG renamed',
      async () => [new Blob([svg], { type: 'image/jpeg' })],
      'Please choose a JPEG, PNG or WebP image.',
    ],
    ['cut off', async () => [new Blob([(await photo(400, 400)).subarray(0, 700)])], 'This image is damaged'],
    [
      'two at once',
      async () => [new Blob([await photo()]), new Blob([await photo()])],
      'Please choose only one image.',
    ],
    ['over 5 MB', async () => [new Blob([await photo(), new Uint8Array(5 * 1024 * 1024)])], 'at most 5 MB'],
  ]
  test.each(bad)(
    'that is invalid (%s) is refused, with everything typed shown again',
    async (_, make, words) => {
      const before = await images()
      for (const intent of ['upload', ...(words.includes('first') ? [] : ['save'])]) {
        const page = await send(newPath, { intent, title: 'Kept' }, await make())
        expect([page.status, typedIn(page, 'Title')]).toEqual([422, 'Kept'])
        expect(page.text).toContain(words)
        expect(fieldNamed(page.html, 'Image')?.get('aria-describedby')).toContain('file-error')
      }
      expect([await images(), await rows()]).toEqual([before, []])
    },
  )

  test('that does not exist is a 404, and one from elsewhere is refused', async () => {
    expect((await app.get('/images/nope.webp')).status).toBe(404)
    for (const imageUrl of ['/images/nope.webp', 'https://evil.example/x.webp', 'javascript:alert(1)']) {
      const page = await send(newPath, { imageUrl })
      expect(page.status).toBe(422)
      expect(page.text).toContain('This image was not uploaded here.')
    }
    expect(await rows()).toEqual([])
  })

  test('twenty an hour are enough', async () => {
    const eve = await app.login('eve', { isAdmin: true })
    const file = new Blob([await photo(2, 2)])
    for (let n = 0; n < 20; n += 1) await send(newPath, { intent: 'upload' }, [file], eve)
    const before = await images()
    const page = await send(newPath, { intent: 'upload', title: 'Kept' }, [file], eve)
    expect([page.status, typedIn(page, 'Title')]).toEqual([429, 'Kept'])
    expect(await images()).toEqual(before)
  })
})

describe('an article that is stored', () => {
  test('is edited in the form it was written in, embeds as iframes', async () => {
    const id = await write({ content: '<p>a</p><iframe src="https://youtu.be/SOnuGDvjD6g"></iframe>' })
    const page = await app.get(`/admin/news/${id}`, { as: ada })
    expect(contentOf(page)).toContain('https://www.youtube-nocookie.com/embed/SOnuGDvjD6g')
    const saved = await app.press(
      page,
      'Save Article',
      { title: 'Changed', content: '<p>b</p>' },
      { as: ada },
    )
    expect(saved.status).toBe(303)
    expect(toastsOf((await app.follow(saved, { as: ada })).html)[0]).toContain('Article updated')
    expect((await rows())[0]).toMatchObject({
      id,
      title: 'Changed',
      slug: 'hello-basel',
      content_html: '<p>b</p>',
    })
  })

  test('is never overwritten silently by a second admin', async () => {
    const id = await write()
    const other = await app.login('bea', { isAdmin: true })
    const mine = await app.get(`/admin/news/${id}`, { as: ada })
    const theirs = await app.get(`/admin/news/${id}`, { as: other })
    expect((await app.press(theirs, 'Save Article', { title: 'Theirs' }, { as: other })).status).toBe(303)
    const refused = await app.press(mine, 'Save Article', { title: 'Mine' }, { as: ada })
    expect(refused.status).toBe(409)
    expect(toastsOf(refused.html)[0]).toContain('Failed to save article')
    expect(refused.text).toContain('Stored now Where it differs from what you typed. Title Theirs')
    expect(typedIn(refused, 'Title')).toBe('Mine')
    expect((await findArticle(app.db, id))?.title).toBe('Theirs')
    expect((await app.press(refused, 'Save again', {}, { as: ada })).status).toBe(303)
    expect((await findArticle(app.db, id))?.title).toBe('Mine')
  })

  test('that was deleted meanwhile can be saved as a new one: nothing typed is lost', async () => {
    const id = await write()
    const page = await app.get(`/admin/news/${id}`, { as: ada })
    await app.db.deleteFrom('articles').execute()
    const refused = await app.press(page, 'Save Article', { title: 'Typed' }, { as: ada })
    expect(refused.status).toBe(404)
    expect(refused.text).toContain('Somebody deleted this article in the meantime.')
    expect((await app.press(refused, 'Save again', {}, { as: ada })).status).toBe(303)
    expect((await rows()).map(({ title }) => title)).toEqual(['Typed'])
  })

  test.each(['Show preview', 'Remove image'])(
    'that was deleted meanwhile is kept by %s, too, and can be saved as a new one',
    async (button) => {
      const id = await store({ imageUrl: '/images/of-the-stage.webp' })
      const page = await app.get(`/admin/news/${id}`, { as: fay })
      await app.db.deleteFrom('articles').execute()
      const answer = await app.press(page, button, { title: 'Typed', imageUrl: '' }, { as: fay })
      expect([answer.status, typedIn(answer, 'Title')]).toEqual([404, 'Typed'])
      expect(answer.text).toContain('Somebody deleted this article in the meantime.')
      expect((await app.press(answer, 'Save again', {}, { as: fay })).status).toBe(303)
      expect((await rows()).map(({ title }) => title)).toEqual(['Typed'])
    },
  )

  test.each(['0', '-1', '1.5', '01', 'x', '99999', '9'.repeat(20), 'new2', '1%00'])(
    'is not found under %j',
    async (id) => {
      const page = await app.get(`/admin/news/${id}`, { as: ada })
      expect(page.status).toBe(404)
      const saved = await send(`/admin/news/${id}`, {})
      expect(saved.status).toBe(404)
      expect(await rows()).toEqual([])
    },
  )
})

describe('deleting', () => {
  test('asks first, in the words of the spec, with the title beneath', async () => {
    const id = await write()
    const desk = await app.get('/admin/news', { as: ada })
    const question = await app.get(hrefOf(desk.html, 'Delete Hello Basel') ?? '', { as: ada })
    expect(question.text).toContain(
      'Are you sure you want to delete the article with its title? Hello Basel This action cannot be undone.',
    )
    expect(question.html).toMatch(/<main[^>]* inert=""/)
    expect(await rows()).toHaveLength(1)
    const deleted = await app.press(question, 'Delete', {}, { as: ada })
    expect(deleted.status).toBe(303)
    expect(await rows()).toEqual([])
    expect(toastsOf((await app.follow(deleted, { as: ada })).html)).toEqual([
      'Article deleted “Hello Basel” is gone.',
    ])
    expect((await app.get(`/news/${id}-hello-basel`)).status).toBe(404)
  })

  test('what is gone already is told plainly', async () => {
    const id = await write()
    const question = await app.get(`/admin/news?delete=${id}`, { as: ada })
    await app.db.deleteFrom('articles').execute()
    const refused = await app.press(question, 'Delete', {}, { as: ada })
    expect(refused.status).toBe(404)
    expect(toastsOf(refused.html)[0]).toContain('Failed to delete article')
    const asked = await app.get(`/admin/news?delete=${id}`, { as: ada })
    expect([asked.status, asked.html.includes('<dialog')]).toEqual([404, false])
  })

  test.each(['0', '-1', 'x', '9'.repeat(30), ''])('%j deletes nothing', async (id) => {
    await write()
    expect((await app.post('/admin/news?index', { intent: 'delete', id }, { as: ada })).status).toBe(400)
    expect((await app.get(`/admin/news?delete=${id}`, { as: ada })).status).toBe(404)
    expect(await rows()).toHaveLength(1)
  })
})

describe('who may not', () => {
  test('sees and changes nothing', async () => {
    const id = await write()
    const before = await rows()
    const anna = await app.login('anna')
    for (const [as, status] of [
      [new Browser(), 401],
      [anna, 403],
    ] as const) {
      for (const path of ['/admin/news', newPath, `/admin/news/${id}`]) {
        const page = await app.get(path, { as })
        expect(page.status).toBe(status)
        expect(page.text).not.toContain('Hello Basel')
      }
      expect((await send(newPath, {}, [], as)).status).toBe(status)
      expect((await send(`/admin/news/${id}`, { title: 'Taken over' }, [], as)).status).toBe(status)
      await app.post('/admin/news?index', { intent: 'delete', id: String(id) }, { as })
    }
    expect(await rows()).toEqual(before)
  })

  test('an ended session gets the same fields back, a way to sign in, and Save again', async () => {
    const zoe = await app.login('zoe', { isAdmin: true })
    const opened = await app.get(newPath, { as: zoe })
    const proof = /name="proof" value="([^"]*)"/.exec(opened.html)?.[1] ?? ''
    await expireSessions(app, 'zoe')
    const page = await send(
      newPath,
      { title: 'Long night', content: '<p>All of it</p>', proof },
      [new Blob([await photo()])],
      zoe,
    )
    expect(page.status).toBe(401)
    expect(page.html, 'nobody is signed in: no list stands behind it').not.toContain('<dialog')
    expect(typedIn(page, 'Title')).toBe('Long night')
    expect(contentOf(page)).toContain('All of it')
    expect(hrefOf(page.html, 'Sign in in a new tab')).toBe('/auth/sign-in?redirectTo=%2Fadmin%2Fnews')
    expect(await rows()).toEqual([])
    const back = await app.login('zoe', { isAdmin: true })
    const form = findSubmission(page.html, 'Save again')
    expect(form?.action).toBe(newPath)
    expect((await app.press(page, 'Save again', {}, { as: back })).status).toBe(303)
    expect((await rows())[0]).toMatchObject({ title: 'Long night', content_html: '<p>All of it</p>' })
  })
})

describe('a reader', () => {
  const content =
    '<p>a</p><iframe src="https://youtu.be/SOnuGDvjD6g" title="The film"></iframe><iframe src="https://www.instagram.com/p/DJabc-_12/embed"></iframe>'

  test('loads a video only by pressing play, without script', async () => {
    const id = await write({ content })
    const page = await app.get(`/news/${id}-hello-basel`)
    expect(page.html).not.toMatch(
      /<iframe|<script(?! type="application\/ld\+json")|youtube-nocookie|instagram\.com\/p/,
    )
    const href = hrefOf(page.html, 'Play video: The film') ?? ''
    const playing = await app.get(`/news/${id}-hello-basel${href.replace(/#.*/, '')}`)
    expect(tagsOf(playing.html, 'iframe').map((frame) => frame.get('src'))).toEqual([
      'https://www.youtube-nocookie.com/embed/SOnuGDvjD6g?autoplay=1',
    ])
    expect(tagsOf(playing.html, 'iframe').every((frame) => frame.has('sandbox'))).toBe(true)
    const other = await app.get(`/news/${id}-hello-basel?play=evil`)
    expect(other.html).not.toContain('<iframe')
  })

  test('sees no post of a social network before allowing it', async () => {
    const id = await write({ content })
    const page = await app.get(`/news/${id}-hello-basel`)
    expect(page.text).toContain('Social Media Content Hidden')
    expect(hrefOf(page.html, 'Update Cookie Preferences')).toBe('?dialog=cookies')
  })

  test('never gets what an earlier sanitiser stored as it stands', async () => {
    const id = await write()
    const evil = '<p>a</p><script>alert(1)</script><img src=x onerror=alert(1)>'
    await app.db.updateTable('articles').set({ content_html: evil, sanitiser_version: 1 }).execute()
    for (const path of [`/news/${id}-hello-basel`, `/news/${id}-hello-basel.data`]) {
      const page = await app.get(path)
      expect(page.status).toBe(200)
      expect(page.html).not.toMatch(/alert|onerror/)
    }
  })
})
