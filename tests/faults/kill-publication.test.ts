import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { compareWithStore, type Player, report } from './support/game.ts'
import {
  countPublishedPoints,
  makePublishedGame,
  startReady,
  teams,
  waitForPublication,
} from './support/published-game.ts'

const location = await newDatabase('publication')
const kills = 12

/** How long publishing takes on this machine, in ms. */
async function timePublication(admin: Player): Promise<number> {
  const { server, score, publish } = await startReady(location, admin)
  await score(9_000)
  const start = performance.now()
  expect((await publish()).status).toBe(202)
  const ms = performance.now() - start
  expect((await server.stop()).code).toBe(0)
  return ms
}

test('a server killed during a publication shows either the old or the new results, and publishing again works', async () => {
  const admin = await makePublishedGame(location)
  const publicationMs = await timePublication(admin)
  const found = { 'old in force': 0, 'new in force': 0, answered: 0 }
  for (let kill = 0; kill < kills; kill += 1) {
    const first = await startReady(location, admin)
    const [old, count] = [await first.ranking(), (await countPublishedPoints(location)).length]
    await first.score(100 * (kill + 1))
    const publishing = first.publish().catch(() => null)
    // Every second kill comes right after the publication is stored, the others at times spread over its duration.
    await setTimeout(publicationMs * (kill % 2 === 0 ? kill / kills : 0.2))
    if (kill % 2 === 1) await waitForPublication(location, count)
    first.server.child.kill('SIGKILL')
    await first.server.ended
    const response = await publishing

    const restarted = await startReady(location, admin)
    const shown = await restarted.ranking()
    const isNew = (await countPublishedPoints(location)).length > count
    expect((await restarted.publish()).status).toBe(202)
    const published = await restarted.ranking()
    expect(published).not.toBe(old)
    expect([undefined, 202]).toContain(response?.status)
    if (response) expect(isNew, 'acknowledged, so in force').toBe(true)
    expect(shown === (isNew ? published : old), `killed for the ${kill + 1}th time`).toBe(true)
    const all = await countPublishedPoints(location)
    expect(all).toHaveLength(count + 1)
    expect(new Set(all.slice(-2)).size, 'both announced all points').toBe(1)
    if (response) found.answered += 1
    found[isNew ? 'new in force' : 'old in force'] += 1
    expect((await restarted.server.stop()).code).toBe(0)
  }
  const { broken } = await compareWithStore(location, [])
  report(`kill -9 during ${kills} publications to ${teams} teams`, found)
  expect(broken).toEqual([])
  expect([found['old in force'] > 0, found['new in force'] > 0]).toEqual([true, true])
})
