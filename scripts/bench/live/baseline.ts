import { createServer } from 'node:http'
import { z } from 'zod'
import { findSessionVisitor } from '#app/auth/session/session.server.ts'
import { findSessionId } from '#app/auth/session/session-cookie.server.ts'
import { openDatabase } from '#db/engine.server.ts'

/** The baseline of 'nothing new': bare node:http that looks at the session as the game does, and sends 304. */
const params = z.object({ port: z.number(), file: z.string(), headers: z.array(z.string()) })

process.once('message', (message) => {
  const { port, file, headers } = params.parse(message)
  const db = openDatabase(file)
  const server = createServer(async (request, response) => {
    const id = findSessionId(request.headers.cookie ?? null)
    const visitor = id && (await findSessionVisitor(db, id, Date.now()))
    response.writeHead(visitor ? 304 : 401, headers).end()
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
})
