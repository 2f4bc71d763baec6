import { each, type Scenario } from './scenario.ts'

const write = 'POST /api/admin/news'
const upload = 'POST /api/admin/news/upload/news-image'

/** The smallest PNG there is: one grey dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg==',
  'base64',
)

/** A multipart body with one part, and the header with its boundary. */
function part(name: string, bytes: string | Buffer, filename?: string) {
  const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/png`
  const head = `--seam\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
  return {
    raw: new Uint8Array(
      Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--seam--\r\n')]),
    ),
    headers: { 'Content-Type': 'multipart/form-data; boundary=seam' },
  }
}

/** Invalid articles. */
const refused: [name: string, body: unknown, fields: readonly string[]][] = [
  ['without a title', { summary: 'x' }, ['title']],
  ['with a blank title', { title: ' ' }, ['title']],
  ['with a title of 201 characters', { title: 'x'.repeat(201), titleUrl: 'x' }, ['title']],
  ['with NUL in its slug', { title: 'x', titleUrl: 'a\0b' }, ['titleUrl']],
  ['with half a character in its slug', { title: 'x', titleUrl: 'a\ud800' }, ['titleUrl']],
  ['with a slug that is longer than anything read', { title: 'x', titleUrl: '-'.repeat(401) }, ['titleUrl']],
  ['with a title of two lines', { title: 'a\nb' }, ['title']],
  ['with half a character in its title', { title: '\ud800' }, ['title']],
  ['with a summary of 501 characters', { title: 'x', summary: 'x'.repeat(501) }, ['summary']],
  ['with content of over 80 kB', { title: 'x', content: 'x'.repeat(82_000) }, ['content']],
  ['with NUL in its content', { title: 'x', content: 'a\0b' }, ['content']],
  ['with a picture from elsewhere', { title: 'x', imageUrl: 'https://evil.example/x.png' }, ['imageUrl']],
  ['with a picture nobody uploaded', { title: 'x', imageUrl: '/images/nobody.webp' }, ['imageUrl']],
  ['with a day that is none', { title: 'x', publishDate: '2025-02-30' }, ['publishDate']],
  ['of an unknown category', { title: 'x', category: 'GOSSIP' }, ['category']],
  ['with a number for a title', { title: 12 }, ['title']],
]

/** Endpoints that read and write news. */
export const newsScenarios: readonly Scenario[] = [
  {
    name: 'everybody reads the published articles, whole and newest first',
    request: 'GET /api/news',
    status: 200,
    contains: [
      /"title":"Published"[\s\S]*"content":"<p>Text<\/p>"/,
      '"totalElements":1',
      '"titleUrl":"published"',
    ],
    lacks: ['Scheduled'],
  },
  {
    name: 'a page past the end is empty',
    request: 'GET /api/news?offset=5',
    status: 200,
    contains: ['"data":[]'],
  },
  {
    name: 'everybody reads an article',
    request: 'GET /api/news/{published}',
    status: 200,
    contains: ['"title":"Published"', '"category":"OTHER"'],
  },
  {
    name: 'an article of a later day is none, for admins too',
    caller: 'ada',
    request: 'GET /api/news/{scheduled}',
    status: 404,
    errorType: 'ARTICLE_MISSING',
    lacks: ['Scheduled'],
  },
  {
    name: 'on its day it is one',
    phase: 'after',
    request: 'GET /api/news/{scheduled}',
    status: 200,
    contains: ['"title":"Scheduled"'],
  },
  { name: 'an unknown article', request: 'GET /api/news/4711', status: 404, errorType: 'ARTICLE_MISSING' },
  {
    name: 'an article has defaults: today, Eurovision, a slug of its title',
    caller: 'ada',
    request: write,
    body: () => ({ title: 'Où est le Café?', content: '<p onclick="x()">Hi<script>x</script></p>' }),
    status: 201,
    contains: [
      '"titleUrl":"ou-est-le-cafe"',
      '"publishDate":"2025-05-10"',
      '"COMPETITION"',
      '"content":"<p>Hi</p>"',
    ],
    lacks: ['script', 'onclick'],
    changes: ['articles'],
  },
  ...each(refused, ([name, body, fields]) => ({
    name: `no article ${name}`,
    caller: 'ada',
    request: write,
    body: () => body,
    status: 422,
    errorType: 'VALIDATION_FAILED',
    fields,
  })),
  {
    name: 'an article is replaced',
    caller: 'ada',
    request: 'PUT /api/admin/news/{published}',
    body: () => ({
      title: 'Corrected',
      titleUrl: 'Right Now!',
      publishDate: '2025-05-02',
      category: 'FANTASY_GAME',
    }),
    status: 200,
    contains: ['"title":"Corrected"', '"titleUrl":"right-now"', '"content":""'],
    changes: ['articles'],
  },
  {
    name: 'a scheduled article is replaced before its day',
    caller: 'ada',
    request: 'PUT /api/admin/news/{scheduled}',
    body: () => ({ title: 'Still scheduled', publishDate: '2025-05-18' }),
    status: 200,
    changes: ['articles'],
  },
  {
    name: 'an article that is gone is not replaced',
    caller: 'ada',
    request: 'PUT /api/admin/news/4711',
    body: () => ({ title: 'Corrected' }),
    status: 404,
    errorType: 'ARTICLE_MISSING',
  },
  {
    name: 'an article is not replaced by a broken one',
    caller: 'ada',
    request: 'PUT /api/admin/news/{published}',
    body: () => ({ title: '' }),
    status: 422,
    errorType: 'VALIDATION_FAILED',
    fields: ['title'],
  },
  {
    name: 'an article is taken away',
    caller: 'ada',
    request: 'DELETE /api/admin/news/{published}',
    status: 204,
    changes: ['articles'],
  },
  {
    name: 'and only once',
    caller: 'ada',
    request: 'DELETE /api/admin/news/4711',
    status: 404,
    errorType: 'ARTICLE_MISSING',
  },
  {
    name: 'a picture is stored as WebP under a name of its own',
    caller: 'ada',
    request: upload,
    ...part('file', dot, 'dot.png'),
    status: 200,
    contains: [/^\{"imageUrl":"\/images\/[\w-]{22}\.webp"\}$/],
    changes: ['images'],
  },
  {
    name: 'a renamed text is no picture',
    caller: 'ada',
    request: upload,
    ...part('file', '<svg onload="x()"/>', 'dot.png'),
    status: 422,
    errorType: 'VALIDATION_FAILED',
    fields: ['file'],
  },
  {
    name: 'a picture in another field is none',
    caller: 'ada',
    request: upload,
    ...part('picture', dot, 'dot.png'),
    status: 422,
    errorType: 'VALIDATION_FAILED',
    fields: ['file'],
  },
  {
    name: 'a picture of over 5 MB is too large',
    caller: 'ada',
    request: upload,
    ...part('file', Buffer.alloc(5 * 1024 * 1024 + 1), 'dot.png'),
    status: 413,
    errorType: 'PAYLOAD_TOO_LARGE',
  },
  {
    name: 'a player writes no news',
    caller: 'anna',
    request: write,
    body: () => ({ title: 'By Anna' }),
    status: 403,
    errorType: 'ACCESS_DENIED',
  },
]
