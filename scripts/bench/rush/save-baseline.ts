import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { z } from 'zod'

/**
 * The baseline of a rush: bare node:http that sends the app's own precomputed bytes to requests with a session, and
 * stores a line-up with its receipt by prepared statements, in one durable transaction that checks the deadline.
 */
const params = z.object({
  port: z.number(),
  file: z.string(),
  roundNumber: z.number(),
  /** Precomputed responses by path, compressed. */
  pages: z.record(z.string(), z.base64()),
  flashCookie: z.string(),
})
type Params = z.output<typeof params>

process.once('message', (message) => {
  const settings = params.parse(message)
  const pages = new Map(
    Object.entries(settings.pages).map(([path, page]) => [path, Buffer.from(page, 'base64')]),
  )
  const database = openBaselineDatabase(settings)
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const isPublic = path === '/' || path === '/news'
    const managerId = isPublic ? 0 : database.findManager(request)
    if (managerId === undefined) response.writeHead(401).end()
    else if (request.method === 'POST') void save(request, response, managerId)
    else sendPage(response, pages.get(path))
  })
  server.listen(settings.port, '127.0.0.1', () => process.send?.('listening'))

  async function save(request: IncomingMessage, response: ServerResponse, managerId: number): Promise<void> {
    const fields = new URLSearchParams(await text(request))
    const isSaved = database.save(managerId, (fields.get('order') ?? '').split('.'))
    if (!isSaved) return void response.writeHead(409).end()
    response
      .writeHead(303, {
        Location: `/game/lineup?round=${settings.roundNumber}`,
        'Set-Cookie': settings.flashCookie,
      })
      .end()
  }
})

function sendPage(response: ServerResponse, page: Buffer | undefined): void {
  if (!page) return void response.writeHead(404).end()
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': page.length,
  }
  response.writeHead(200, headers).end(page)
}

function openBaselineDatabase({ file, roundNumber }: Params) {
  const db = new Database(file)
  db.pragma('synchronous = FULL')
  const session = db.prepare<[string], number>('select manager_id from sessions where id_hash = ?').pluck()
  const round = db.prepare<[number], { gameId: number; deadlineAt: number }>(`
    select game_id as gameId, deadline_at as deadlineAt from rounds
    join games on games.id = game_id and is_active = 1 where round_number = ?`)
  const team = db
    .prepare<[number, number], number>('select id from teams where manager_id = ? and game_id = ?')
    .pluck()
  const entries = db.prepare<[number], { id: number; code: string }>(
    'select id, code from entries where game_id = ?',
  )
  const receipt = db.prepare(`
    insert into receipts (manager_id, game_id, kind, round_numbers, codes, saved_at)
    values (?, ?, 'line-up', ?, ?, ?)`)
  const lineup = db.prepare(`
    insert into lineups (team_id, round_number, entry_1, entry_2, entry_3, entry_4, entry_5, entry_6,
      is_automatic, saved_at, receipt_id)
    values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
    on conflict (team_id, round_number) do update set entry_1 = excluded.entry_1, entry_2 = excluded.entry_2,
      entry_3 = excluded.entry_3, entry_4 = excluded.entry_4, entry_5 = excluded.entry_5, entry_6 = excluded.entry_6,
      is_automatic = 0, saved_at = excluded.saved_at, receipt_id = excluded.receipt_id`)

  const save = db.transaction((managerId: number, codes: readonly string[]): boolean => {
    const now = Date.now()
    const { gameId = 0, deadlineAt = 0 } = round.get(roundNumber) ?? {}
    const teamId = team.get(managerId, gameId)
    const ids = new Map(entries.all(gameId).map(({ id, code }) => [code, id]))
    const entryIds = codes.map((code) => ids.get(code))
    if (now >= deadlineAt || teamId === undefined || entryIds.includes(undefined)) return false
    const { lastInsertRowid } = receipt.run(managerId, gameId, `${roundNumber}`, codes.join('.'), now)
    lineup.run(teamId, roundNumber, ...entryIds, now, lastInsertRowid)
    return true
  })

  return {
    findManager({ headers }: IncomingMessage): number | undefined {
      const id = /(?:^|; )(?:__Host-)?sid=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
      return session.get(createHash('sha256').update(id).digest('base64url'))
    },
    save: (managerId: number, codes: readonly string[]) => save.immediate(managerId, codes),
  }
}
