import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { openClient } from '#tests/faults/support/client.ts'
import { createSessions, makeFolder, type Player } from '#tests/faults/support/game.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { beginEvening } from '../../../scripts/bench/live/evening.ts'
import { setDeadline } from '../../../scripts/bench/rush/prepare-savers.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

/** The two worker threads of a started server, with a season that is large enough for them. */
const { folder, remove } = makeFolder()
let server: Awaited<ReturnType<typeof startServer>>
let admin: ReturnType<typeof openClient>
let player: ReturnType<typeof openClient>
let points = 0

beforeAll(async () => {
  const location = await newDatabase('threads')
  const db = openDatabase(location, { mayCreate: true })
  const { viewers } = await seedLargeDatabase(db, 3_000)
  const onAir = await setDeadline(db, Date.now() - 60_000)
  await (await beginEvening(db, location, onAir)).pressElsewhere()
  const ada: Player = await createSessions(db, 'ada', { isAdmin: true })
  const managerId = viewers[0]?.managerId ?? 0
  const { cookieHeader: cookie } = await createSession(db, { managerId, now: Date.now() })
  await db.destroy()
  server = await startServer({
    DATABASE_FILE: location,
    THREADS_FOLDER: folder,
    NODE_OPTIONS: '--import=./tests/faults/support/hold-thread.mjs',
  })
  admin = openClient(server.port, ada)
  player = openClient(server.port, { cookie })
  await vi.waitFor(async () => expect((await admin.get('/healthz')).status).toBe(200), 30_000)
}, 60_000)
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
  remove()
})

/** Publishes other points of the first round. */
async function publish(): Promise<number> {
  points += 100
  const playerScores = [5, 9, 14].map((playerId) => ({ playerId, score: points + playerId }))
  const saved = await admin.call('/api/admin/game/active/round-scores/1', { playerScores }, 'PUT')
  expect(saved.status).toBe(200)
  return (await admin.call('/api/admin/teams/all/compute-round-scores/1', {})).status
}

const ranking = async () => (await player.get('/api/teams?limit=100')).body
const askWhatIf = () => player.get('/game/what-if?country=AT&points=0')
const saveArticle = (content: string) => admin.call('/api/admin/news', { title: 'From the hall', content })
/** The numbers of all threads that have started. */
const listThreads = () => readdirSync(folder).flatMap((name) => /^thread-(\d+)$/.exec(name)?.[1] ?? [])

/** A file that the threads look for, until the test is over. */
function note(name: string) {
  const file = join(folder, name)
  writeFileSync(file, '')
  const removeNote = () => rmSync(file, { force: true })
  onTestFinished(removeNote)
  return removeNote
}

test('a publication while tangled HTML is in the sanitiser is answered before the sanitiser is done', async () => {
  const started = listThreads().length
  const answered: string[] = []
  // Short, but parsing it takes longer than the sanitiser may.
  const content = `<!-->${'<div>'.repeat(16_000)}`
  const article = saveArticle(content).finally(() => {
    answered.push('article')
  })
  await vi.waitFor(() => expect(listThreads().length).toBeGreaterThan(started), 30_000)
  const shown = await ranking()
  expect(await publish()).toBe(202)
  answered.push('publication')
  expect(await ranking()).not.toBe(shown)
  const { status, body } = await article
  expect(status).toBe(422)
  expect(body).toContain('nested too deeply')
  expect(answered).toEqual(['publication', 'article'])
}, 60_000)

test('a publication while a what-if is worked out is answered first, and the what-if still is', async () => {
  const release = note('hold')
  const answered: string[] = []
  const page = askWhatIf().finally(() => answered.push('what-if'))
  await vi.waitFor(() => expect(readdirSync(folder)).toContain('held'), 30_000)
  expect(await publish()).toBe(202)
  answered.push('publication')
  release()
  const { status, body } = await page
  expect(status).toBe(200)
  expect(body).toContain('id="answer"')
  expect(answered).toEqual(['publication', 'what-if'])
}, 60_000)

test('a thread that ends during a publication is replaced: nothing is published, and the next press publishes', async () => {
  const shown = await ranking()
  const recover = note('end')
  expect(await publish()).toBe(500)
  expect(await ranking()).toBe(shown)
  recover()
  expect((await admin.call('/api/admin/teams/all/compute-round-scores/1', {})).status).toBe(202)
  expect(await ranking()).not.toBe(shown)
}, 60_000)

test('a publication, a what-if and an article at once take two threads', async () => {
  const [published, asked, saved] = await Promise.all([publish(), askWhatIf(), saveArticle('<p>So.</p>')])
  expect([published, asked.status, saved.status]).toEqual([202, 200, 201])
  expect(asked.body).toContain('id="answer"')
  const running = listThreads().filter((thread) => existsSync(`/proc/${server.child.pid}/task/${thread}`))
  expect(running).toHaveLength(2)
}, 60_000)
