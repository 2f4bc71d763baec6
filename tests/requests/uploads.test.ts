import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/open.server.ts'
import { noise, uploadTo } from '#tests/pictures.ts'
import { signIn, startServer } from '#tests/server.ts'

/** Pictures over real sockets: what the server takes in, and what it survives. */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeAll(async () => {
  server = await startServer()
  cookie = await signIn(server.databaseFile, 'ada', { isAdmin: true })
})

afterAll(() => server.stop())

const upload = (file: Uint8Array<ArrayBuffer>) => uploadTo(server, cookie, file)

async function countImages(): Promise<number> {
  const db = openDatabase(server.databaseFile)
  const rows = await db.selectFrom('images').select('name').execute()
  await db.destroy()
  return rows.length
}

test('five huge uploads at once are all taken, while others are served', async () => {
  const huge = await noise(1_310)
  expect(huge.length).toBeGreaterThan(5_000_000)
  const uploads = Array.from({ length: 5 }, () => upload(huge))
  const health = await server.ask({ path: '/healthz' })
  expect(health.status).toBe(200)
  const answers = await Promise.all(uploads)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  for (const { body } of answers) expect(body).toMatch(/<img class="picture" src="\/images\/[\w-]{22}\.webp"/)
  expect(await countImages()).toBe(5)
}, 60_000)

test('a picture a little too heavy is refused in its form; one far too heavy before it is read', async () => {
  const before = await countImages()
  const little = await upload(await noise(1_400))
  expect(little.status).toBe(422)
  expect(little.body).toContain('Please choose an image of at most 5 MB.')
  expect(little.body).toContain('value="Kept"')
  const far = await upload(new Uint8Array(9 * 1024 * 1024))
  expect(far.status).toBe(413)
  expect(far.body).toContain('too large')
  expect(await countImages()).toBe(before)
}, 60_000)
