import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import Database from 'better-sqlite3'
import { z } from 'zod'

/**
 * The baseline of a list: node:http that looks up a session and reads a stored ranking (publish/plain-sql-ranking.ts)
 * with prepared statements, for each request.
 */
const params = z.object({ port: z.number(), file: z.string() })
const limit = 100

interface Row {
  teamId: number
  teamName: string
  teamRank: number
  total: number
  sharedBy: number
  before: number | null
}

process.once('message', (message) => {
  const { port, file } = params.parse(message)
  const db = new Database(file, { readonly: true })
  const session = db.prepare(`select s.*, m.issuer, m.subject from sessions s
    join managers m on m.id = s.manager_id where s.id_hash = ?`)
  const game = db.prepare<[], { team_count: number }>('select team_count from games where is_active = 1')
  const ranking = db.prepare<[number], Row>(`
    select s.team_id as teamId, t.team_name as teamName, s.rank as teamRank, s.total,
      s.tied as sharedBy, s.previous_rank as before
    from baseline_standings s join teams t on t.id = s.team_id order by s.position limit ?`)

  const server = createServer((request, response) => {
    const id = /(?:^|; )(?:__Host-)?sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    if (!session.get(createHash('sha256').update(id).digest('base64url'))) {
      response.writeHead(401).end()
      return
    }
    const { team_count: totalElements = 0 } = game.get() ?? {}
    const data = ranking.all(limit).map(({ total, before, ...row }) => ({
      teamId: row.teamId,
      teamName: row.teamName,
      teamRank: row.teamRank,
      teamScore: total / 100,
      sharedBy: row.sharedBy,
      movement: before === null ? null : before - row.teamRank,
    }))
    const body = JSON.stringify({ data, totalElements })
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    }
    response.writeHead(200, headers).end(body)
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
})
