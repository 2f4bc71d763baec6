import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { affordableCodes } from '#tests/support/game-steps.ts'
import { makeDatabase, signIn, startServer } from '#tests/support/server.ts'

/** Teams that join after the first results, by the API of the real server: what a save returns is what the next GET returns. */
let server: Awaited<ReturnType<typeof startServer>>
let db: Db

beforeAll(async () => {
  const location = await makeDatabase()
  db = openDatabase(location)
  await setDeadlines(Date.now() + 86_400_000)
  server = await startServer({ DATABASE_FILE: location })
  await saveTeam(await signIn(location, 'in time'), 'In time')
  await db.updateTable('rounds').set({ deadline_at: Date.now() }).where('round_number', '=', 1).execute()
  await db.transaction().execute((tx) => bumpVersion(tx, 'game'))
  await publishFirstRound(await signIn(location, 'ada', { isAdmin: true }))
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

/** Production uses the system clock, and the season of 2025 is over. */
async function setDeadlines(later: number): Promise<void> {
  await db.updateTable('rounds').set({ deadline_at: later }).execute()
  await db.updateTable('games').set({ concluded_at: later }).execute()
}

async function send(cookie: string, method: string, path: string, body?: unknown) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const type =
    text === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': `${Buffer.byteLength(text)}` }
  const headers = { Cookie: cookie, Origin: server.origin, ...type }
  const response = await server.ask({ method, path, headers }, text)
  expect(response.status, response.body).toBeLessThan(300)
  return response.body === '' ? undefined : JSON.parse(response.body)
}

async function saveTeam(cookie: string, teamName: string) {
  const entries = await db.selectFrom('entries').select(['id', 'code']).execute()
  const players = affordableCodes.map((code) => entries.find((entry) => entry.code === code)?.id)
  return send(cookie, 'POST', '/api/teams/mine', { teamName, managerName: 'Someone', players })
}

async function publishFirstRound(admin: string): Promise<void> {
  const entries = await db.selectFrom('entries').select('id').execute()
  const playerScores = entries.map(({ id }) => ({ playerId: id, score: id }))
  await send(admin, 'PUT', '/api/admin/game/active/round-scores/1', { playerScores })
  await send(admin, 'POST', '/api/admin/teams/all/compute-round-scores/1')
}

test('a team that joins after results has its rank and its points in the response of the save', async () => {
  const cookie = await signIn(server.database, 'late')
  const saved = await saveTeam(cookie, 'Late')
  expect(saved).toMatchObject({ teamName: 'Late', rank: 2, score: 0 })
  expect(await send(cookie, 'GET', '/api/teams/mine')).toEqual(saved)
})
