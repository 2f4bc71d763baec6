import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface MailboxOptions {
  /** A recipient that it refuses. */
  refuses?: string
  /** Its SMTP response code to a recipient, instead of 250. */
  responseCode?: (address: string) => number | undefined
  /** A previous port; any free one by default. */
  port?: number
}

/** A real SMTP server on a free port that stores incoming mails. */
export async function openMailbox({
  refuses,
  responseCode: findResponseCode,
  port = 0,
}: MailboxOptions = {}) {
  const mails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      const responseCode = address === refuses ? 550 : findResponseCode?.(address)
      done(responseCode ? Object.assign(new Error(`No mail for ${address}`), { responseCode }) : null)
    },
    onData(stream, _, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => mails.push(mail))
        .then(() => done(), done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(listening)}`,
    port: portOf(listening),
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A mail server that accepts connections and never responds. */
export async function openSilentMailbox() {
  return openRawMailbox(() => {})
}

/** A mail server that accepts a whole mail and then disconnects without a response. `taken` has the accepted mails. */
export async function openHangingUpMailbox() {
  const taken: string[] = []
  const mailbox = await openRawMailbox((socket) => {
    let heard = ''
    let isData = false
    socket.write('220 rude\r\n')
    socket.on('data', (bytes) => {
      heard += bytes
      if (isData && heard.endsWith('\r\n.\r\n')) {
        taken.push(heard)
        socket.destroy()
      } else if (!isData && heard.endsWith('\r\n')) {
        isData = heard.startsWith('DATA')
        heard = ''
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  return { ...mailbox, taken }
}

async function openRawMailbox(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
