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

/** A server on a small disk, and players with teams. */
export async function startServerOn(disk: Pick<SmallDisk, 'folder'>) {
  const file = join(disk.folder, 'douze.db')
  const { players, admin } = await makeGame(file, 20)
  const server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  const savers = players.map((player) => openSaver(server.port, player, log))
  for (const saver of savers) expect((await saver.saveTeam('Before')).outcome).toBe('saved')
  return { file, server, log, savers, admin: openClient(server.port, admin) }
}

export type SmallGame = Awaited<ReturnType<typeof startServerOn>>

/** Fills the disk and saves until the first save fails: the journal may have space for a few. */
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
  throw new Error('The disk is full, but every save succeeded')
}

/** Every kind of save fails with a message and keeps what was typed, and none is logged as a bug. */
export async function expectRefusals(
  { savers, admin, server }: SmallGame,
  first: RawResponse,
): Promise<void> {
  expect(first.status).toBe(503)
  expectIn(first, 'There was an error saving your team.')
  expectIn(first, 'value="Lamps ')
  const [saver] = savers
  if (!saver) throw new Error('No savers')
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

function expectIn(reply: RawResponse | null, text: string): void {
  if (!reply?.body.includes(text))
    throw new Error(`'${text}' is not in a response with status ${reply?.status}`)
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

/** The ids of the countries in the manager's team, as the API returns them. */
async function playersOf(saver: Saver): Promise<number[]> {
  const { players }: { players: { playerId: number }[] } = JSON.parse(
    (await saver.get('/api/teams/mine')).body,
  )
  expect(players).toHaveLength(entryCodes.length)
  return players.map(({ playerId }) => playerId)
}

/** Every read works, for signed-in players and for strangers. */
export async function expectReads({ savers: [saver], server }: SmallGame): Promise<void> {
  if (!saver) throw new Error('No savers')
  for (const path of readPaths) expect([path, (await saver.get(path)).status]).toEqual([path, 200])
  const stranger = openClient(server.port, { cookie: '' })
  for (const path of ['/', '/news', '/songs']) expect((await stranger.get(path)).status).toBe(200)
}

/** With free space saves work again at once, and the database has every acknowledged save. */
export async function expectRecovery(disk: SmallDisk, game: SmallGame) {
  disk.clear()
  for (const [n, saver] of game.savers.entries()) {
    expect((await saver.saveTeam(`After ${n}`, entryCodes)).outcome).toBe('saved')
    expect((await saver.saveLineup(getEntryOrder(n), 3)).outcome).toBe('saved')
  }
  expect(await game.server.stop()).toMatchObject({ code: 0 })
  return compareWithStore(game.file, game.log.saves)
}
