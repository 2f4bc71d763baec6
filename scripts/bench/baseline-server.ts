import { createServer } from 'node:http'
import { z } from 'zod'

/** The baseline: bare node:http that sends these headers and bytes for any request. */
const params = z.object({
  port: z.number(),
  status: z.number(),
  headers: z.array(z.string()),
  body: z.base64().transform((text) => Buffer.from(text, 'base64')),
})

process.once('message', (message) => {
  const { port, status, headers, body } = params.parse(message)
  const server = createServer((_, response) => {
    response.writeHead(status, headers)
    response.end(status === 304 ? undefined : body)
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
})
