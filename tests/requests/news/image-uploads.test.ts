import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { createNoiseImage, uploadImage } from '#tests/support/image-upload.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/** Image uploads over real sockets: accepted, refused and aborted ones. */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeAll(async () => {
  server = await startServer()
  cookie = await signIn(server.database, 'ada', { isAdmin: true })
})

afterAll(() => server.stop())

const upload = (file: Uint8Array<ArrayBuffer>, sentAs = {}) => uploadImage(server, cookie, file, sentAs)

async function countImages(): Promise<number> {
  const db = openDatabase(server.database)
  const rows = await db.selectFrom('images').select('name').execute()
  await db.destroy()
  return rows.length
}

test('five large uploads at once are all stored, while other requests are served', async () => {
  const huge = await createNoiseImage(1_310)
  expect(huge.length).toBeGreaterThan(5_000_000)
  const uploads = Array.from({ length: 5 }, () => upload(huge))
  const health = await server.ask({ path: '/healthz' })
  expect(health.status).toBe(200)
  const answers = await Promise.all(uploads)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const { body } of answers) expect(body).toMatch(/<img [^>]*src="\/images\/[\w-]{22}\.webp"/)
  expect(await countImages()).toBe(5)
}, 60_000)

test('an image slightly over the limit is refused in its form; a much larger one before it is read', async () => {
  const before = await countImages()
  const little = await upload(await createNoiseImage(1_400))
  expect(little.status).toBe(422)
  expect(little.body).toContain('Please choose an image of at most 5 MB.')
  expect(little.body).toContain('value="Kept"')
  const far = await upload(new Uint8Array(9 * 1024 * 1024))
  expect(far.status).toBe(413)
  expect(far.body).toContain('too large')
  expect(await countImages()).toBe(before)
}, 60_000)

test('a photograph is served upright, and without where and by whom it was taken', async () => {
  const leftRed = sharp(Buffer.from('ff00000000ff', 'hex'), { raw: { width: 2, height: 1, channels: 3 } })
  const photograph = await leftRed
    .resize(40, 20, { kernel: 'nearest' })
    .withExif({ IFD0: { Artist: 'Anna the photographer' }, IFD3: { GPSLatitude: '47/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body } = await upload(new Uint8Array(photograph))
  const headers = { Host: `localhost:${server.port}` }
  const path = /src="(\/images\/[\w-]+\.webp)"/.exec(body)?.[1]
  const { status, bytes } = await server.ask({ path, headers })
  expect(status).toBe(200)
  const { width, height, exif, icc, xmp } = await sharp(bytes).metadata()
  expect([width, height, exif, icc, xmp]).toEqual([20, 40, undefined, undefined, undefined])
  expect(bytes.includes('Anna')).toBe(false)
  const [red = 0, , blue = 0] = await sharp(bytes).raw().toBuffer()
  expect(red, 'what was on the left is on top').toBeGreaterThan(blue)
})

test('a file that is a photograph in name and type only is refused', async () => {
  const before = await countImages()
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const refused = await upload(new Uint8Array(page), { name: 'photo.jpg', type: 'image/jpeg' })
  expect(refused.status).toBe(422)
  expect(refused.body).toContain('Please choose a JPEG, PNG or WebP image.')
  expect(await countImages()).toBe(before)
})

test('a visitor whose session ended gets back what was typed; with a large image a message says how', async () => {
  const small = await uploadImage(server, 'sid=ended', await createNoiseImage(150))
  expect([small.status, small.body.includes('value="Kept"')]).toEqual([401, true])
  const large = await uploadImage(server, 'sid=ended', await createNoiseImage(500))
  expect([large.status, large.body.includes('Go back: what you typed is still there.')]).toEqual([401, true])
})

test('a visitor who never opened the form gets nothing back, with any forged session', async () => {
  const body = new URLSearchParams({ intent: 'save', title: 'Kept', content: "'".repeat(20_000) }).toString()
  const headers = {
    Host: `localhost:${server.port}`,
    Origin: server.origin,
    Cookie: `sid=${'x'.repeat(43)}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  }
  const answer = await server.ask({ method: 'POST', path: '/admin/news/new', headers }, body)
  expect([
    answer.status,
    answer.body.includes('Kept'),
    answer.body.includes('Sign in / Create account'),
  ]).toEqual([401, false, true])
})

test('a visitor and a player get nothing of it back, and the body is not read', async () => {
  const stranger = await uploadImage(server, '', await createNoiseImage(500))
  expect([stranger.status, stranger.body.includes('Kept')]).toEqual([413, false])
  const ben = await signIn(server.database, 'ben')
  const player = await uploadImage(server, ben, await createNoiseImage(500))
  expect([player.status, player.body.includes('Kept')]).toEqual([403, false])
  expect(await tellBegun('')).toMatch(/^HTTP\/1\.1 413 /)
  expect(await tellBegun(ben)).toMatch(/^HTTP\/1\.1 403 /)
})

/** The answer to an image of which only a few bytes are sent. */
async function tellBegun(cookie: string): Promise<string> {
  const socket = await begin(1, cookie)
  const [told] = await once(socket, 'data')
  socket.destroy()
  return String(told)
}

/** Begins to send an image and stops after a few bytes; returns the connection. */
async function begin(n: number, cookie = '') {
  const socket = connect(server.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const from = `Host: localhost:${server.port}\r\nOrigin: ${server.origin}\r\nX-Forwarded-For: 198.51.100.${n}\r\nCookie: ${cookie}\r\n`
  const type = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n'
  socket.write(`POST /admin/news/new HTTP/1.1\r\n${from}${type}\r\n--x`)
  return socket
}

test('uploads begun without a session do not block an admin’s upload', async () => {
  const all = 2 * capacity.uploads
  const slow = await Promise.all(Array.from({ length: all }, (_, n) => begin(n)))
  let refusals = 0
  for (const socket of slow)
    socket.once('data', (told) => {
      expect(String(told)).toMatch(/^HTTP\/1\.1 413 /)
      refusals += 1
    })
  const picture = await createNoiseImage(500)
  expect(picture.length).toBeGreaterThan(512 * 1024)
  const before = await countImages()
  expect((await upload(picture)).status).toBe(200)
  expect(await countImages()).toBe(before + 1)
  expect(refusals).toBe(all)
  for (const socket of slow) socket.destroy()
}, 60_000)

test('beyond the maximum of uploads at once a further one is refused, until one has ended', async () => {
  const slow = await Promise.all(Array.from({ length: capacity.uploads }, (_, n) => begin(n, cookie)))
  const picture = await createNoiseImage(500)
  const refused = await upload(picture)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  slow.pop()?.destroy()
  // The server learns of the end after a moment.
  let { status } = refused
  while (status === 503) status = (await upload(picture)).status
  expect(status).toBe(200)
  for (const socket of slow) socket.destroy()
}, 60_000)
