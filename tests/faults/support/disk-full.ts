import { join } from 'node:path'
import { expect } from 'vitest'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { entryCodes, getEntryOrder, openClient, openSaver, type Saver } from './client.ts'
import { compareWithStore, makeGame } from './game.ts'
import type { SmallDisk } from './small-disk.ts'

const readPaths = [
  ...['/', '/news', '/songs', '/game', '/game/team', '/game/lineup', '/game/history', '/game/leagues'],
  ...['/api/players', '/api/teams', '/api/teams/mine', '/healthz'],
]

/** A server on a small disk, and players with teams. The disk is full when `fill` returns. */
export async function startServerOn(disk: SmallDisk) {
  const file = join(disk.folder, 'douze.db')
  const { players, admin } = await makeGame(file, 20)
  const server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  const savers = players.map((player) => openSaver(server.port, player, log))
  for (const saver of savers) expect((await saver.saveTeam('Before')).outcome).toBe('saved')
  return { file, server, log, savers, admin: openClient(server.port, admin) }
}

export type SmallGame = Awaited<ReturnType<typeof startServerOn>>

/** Fills the disk and saves until the first save is refused: the journal may have had room for a few. */
export async function fillDisk(
  disk: SmallDisk,
  { savers }: SmallGame,
): Promise<{ saver: Saver; reply: RawResponse }> {
  disk.fill()
  for (const [n, saver] of savers.flatMap((each) => Array(10).fill(each)).entries()) {
    const { reply, outcome } = await saver.saveTeam(`Lamps ${n}`, getEntryOrder(n))
    if (outcome === 'unanswered' || !reply) throw new Error('A save was not answered')
    if (outcome === 'refused') return { saver, reply }
  }
  throw new Error('The disk is full, and everything is saved')
}

/** Every kind of save is refused as not saved, with what was typed, and nothing is taken for a fault of ours. */
export async function expectRefusals(
  { savers, admin, server }: SmallGame,
  first: RawResponse,
): Promise<void> {
  expect(first.status).toBe(503)
  expectIn(first, 'There was an error saving your team.')
  expectIn(first, 'value="Lamps ')
  const [saver] = savers
  if (!saver) throw new Error('nobody saves')
  const { reply } = await saver.saveLineup(getEntryOrder(5), 2)
  expect(reply?.status).toBe(503)
  expectIn(reply, 'There was an error saving your lineup.')
  const league = await saver.post('/game/leagues?dialog=create', {
    intent: 'create',
    leagueName: 'Typed for long',
    once: 'a',
  })
  expect(league.status).toBe(503)
  expectIn(league, 'it could not be saved at the moment')
  expectIn(league, 'value="Typed for long"')
  await expectEnvelopes(saver)
  const scores = await admin.call('/api/admin/game/active/round-scores/1', { playerScores: [] }, 'PUT')
  expect(scores.status).toBe(503)
  const out = await admin.post('/auth/sign-out', {})
  expect(out.status).toBe(503)
  expectIn(out, 'still signed in')
  expect((await admin.get('/admin')).status).toBe(200)
  expect(server.log().filter((line) => line.event === 'bug')).toEqual([])
}

function expectIn(reply: RawResponse | null, words: string): void {
  if (!reply?.body.includes(words)) throw new Error(`'${words}' is not in an answer of ${reply?.status}`)
}

async function expectEnvelopes(saver: Saver): Promise<void> {
  const players = await playersOf(saver)
  const calls = [
    await saver.call('/api/teams/mine', { teamName: 'Typed', managerName: 'Someone', players }),
    await saver.call('/api/teams/mine/lineup/round/1', { players }),
    await saver.call('/api/leagues', { leagueName: 'Typed' }),
  ]
  for (const { status, headers, body } of calls) {
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(JSON.parse(body)).toMatchObject({ errorType: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(body).toContain('Nothing was saved')
  }
}

/** The six by their ids, as the API sends them: those of the manager's team. */
async function playersOf(saver: Saver): Promise<number[]> {
  const { players }: { players: { playerId: number }[] } = JSON.parse(
    (await saver.get('/api/teams/mine')).body,
  )
  expect(players).toHaveLength(entryCodes.length)
  return players.map(({ playerId }) => playerId)
}

/** Everything that only reads goes on, for those who are signed in and for strangers. */
export async function expectReads({ savers: [saver], server }: SmallGame): Promise<void> {
  if (!saver) throw new Error('nobody reads')
  for (const path of readPaths) expect([path, (await saver.get(path)).status]).toEqual([path, 200])
  const stranger = openClient(server.port, { cookie: '' })
  for (const path of ['/', '/news', '/songs']) expect((await stranger.get(path)).status).toBe(200)
}

/** With room again every kind of save works at once; and the store has kept what it acknowledged. */
export async function expectRecovery(disk: SmallDisk, game: SmallGame) {
  disk.clear()
  for (const [n, saver] of game.savers.entries()) {
    expect((await saver.saveTeam(`After ${n}`, entryCodes)).outcome).toBe('saved')
    expect((await saver.saveLineup(getEntryOrder(n), 3)).outcome).toBe('saved')
  }
  expect(await game.server.stop()).toMatchObject({ code: 0 })
  return compareWithStore(game.file, game.log.saves)
}
