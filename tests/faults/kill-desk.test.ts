import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { isOnPostgres, newDatabase, runStatements } from '#tests/support/databases.ts'
import { fieldNamed } from '#tests/support/html.ts'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { openDesk, openFinal, readFinal } from './support/desk.ts'
import { compareWithStore, makeGame, report } from './support/game.ts'

const location = await newDatabase('desk')
const kills = 12
const countries = ['AT', 'FI', 'SE']

/** What a press enters: other points for three countries each time. */
const pointsOf = (press: number) =>
  Object.fromEntries(countries.map((code, n) => [code, 100 * (n + 1) + press]))
const toFields = (points: Record<string, number>) =>
  Object.fromEntries(Object.entries(points).map(([code, points]) => [`points-${code}`, String(points)]))

type Final = Awaited<ReturnType<typeof readFinal>>

/** Resolves when a press has changed this in the database, or after ten seconds. */
async function untilChanged(part: 'stored' | 'newest', before: Final): Promise<void> {
  const until = performance.now() + 10_000
  while (isDeepStrictEqual((await readFinal(location))[part], before[part]) && performance.now() < until)
    await pause(1)
}

/** Makes inserting take 80 ms and more: without its transaction a press would be killed between its statements. */
const slowInserts = Object.entries({ round_scores: 8, publication_points: 1 }).map(
  ([table, size]) =>
    `create trigger slow_${table} before insert on ${table} begin select hex(randomblob(${size}000000)); end`,
)

const isSaved = (reply: RawResponse | null) => reply?.status === 303

test('a server killed during presses at the desk has every press that it acknowledged, and none half', async () => {
  const { admin } = await makeGame(location, 0)
  const first = await startServer({ DATABASE_FILE: location })
  await openFinal(location, first.port, admin)
  if (!isOnPostgres) await runStatements(location, ...slowInserts)
  const desk = openDesk(first.port, admin)
  expect(isSaved(await desk.press(await desk.page(), 'Save and publish live', toFields(pointsOf(0))))).toBe(
    true,
  )
  const startedAt = performance.now()
  expect(isSaved(await desk.press(await desk.page(), 'Save and publish live', toFields(pointsOf(1))))).toBe(
    true,
  )
  const pressMs = performance.now() - startedAt
  expect((await first.stop()).code).toBe(0)

  const found = { acknowledged: 0, 'points and publication': 0, 'points only': 0, nothing: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer({ DATABASE_FILE: location })
    const { press, page } = openDesk(server.port, admin)
    expect(isSaved(await press(await page(), 'Next song'))).toBe(true)
    const [before, shown] = [await readFinal(location), await page()]
    const number = 2 + kill
    const pressing = press(shown, 'Save and publish live', toFields(pointsOf(number))).catch(() => null)
    // In turn after a part of the time that a press takes, once its points change, and once there is a publication.
    if (kill % 3 === 0) await pause((pressMs * kill) / kills)
    else await untilChanged(kill % 3 === 1 ? 'stored' : 'newest', before)
    server.child.kill('SIGKILL')
    await server.ended
    const reply = await pressing

    const { songs, stored, live, newest } = await readFinal(location)
    expect(songs, 'songs counted before').toBe(kill + 1)
    expect([before.stored, pointsOf(number)]).toContainEqual(stored)
    expect([before.live, pointsOf(number)]).toContainEqual(live)
    const isNew = { stored: stored.AT !== before.stored.AT, live: live.AT !== before.live.AT }
    expect(newest !== before.newest, 'a publication is shown').toBe(isNew.live)
    if (isSaved(reply)) expect(isNew, 'acknowledged').toEqual({ stored: true, live: true })
    if (isNew.live) expect(isNew.stored, 'published what is stored').toBe(true)
    if (isSaved(reply)) found.acknowledged += 1
    found[isNew.live ? 'points and publication' : isNew.stored ? 'points only' : 'nothing'] += 1

    const restarted = await startServer({ DATABASE_FILE: location })
    const again = openDesk(restarted.port, admin)
    const after = await again.page()
    expect(fieldNamed(after.body, 'Austria')?.get('value')).toBe(String(stored.AT))
    expect(isSaved(await again.press(after, 'Save and publish live', toFields(pointsOf(number))))).toBe(true)
    expect(await readFinal(location)).toMatchObject({
      songs,
      stored: pointsOf(number),
      live: pointsOf(number),
    })
    expect((await restarted.stop()).code).toBe(0)
  }
  report(`kill -9 during ${kills} presses at the desk`, found)
  expect((await compareWithStore(location, [])).broken).toEqual([])
  expect(found['points and publication']).toBeGreaterThan(0)
  expect(found['points only'] + found.nothing).toBeGreaterThan(0)
})
