import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { insertDemoMail } from '#db/demo/demo.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { host } from './settings.ts'

/**
 * The demo's own mail server, on any free port: every mail to any recipient is shown at /demo/mail and forwarded
 * nowhere.
 */
export async function startMailCatcher(databaseFile: string) {
  const db = openDatabase(databaseFile)
  const storeMail = async (bytes: Buffer) => {
    const { subject = '', from, to, text = '', html = '' } = await PostalMime.parse(bytes)
    const recipient = to?.map(({ address }) => address ?? '').join(', ') ?? ''
    const raw = bytes.toString('utf8')
    const mail = { subject, sender: from?.address ?? '', recipient, text, html, raw }
    await insertDemoMail(db, { ...mail, received_at: Date.now() })
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    size: 1_000_000,
    onData(stream, _, done) {
      buffer(stream)
        .then(storeMail)
        .then(() => done(), done)
    },
  })
  // A client that disconnects halfway must not end the demo.
  server.on('error', (error) => console.error(`The demo's mail server: ${error.message}`))
  const listening = server.listen(0, host)
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The demo’s mail server has no port.')
  return {
    url: `smtp://${host}:${address.port}`,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await db.destroy()
    },
  }
}
