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
  /** The address that it listens at; by default 127.0.0.1. */
  host?: string
  /** A previous port; any free one by default. */
  port?: number
  /** Connections that it takes at a time; further ones are answered 421. */
  maxConnections?: number
  /** Its SMTP response to a sender, instead of 250. */
  refuseSender?: () => { responseCode: number; text: string } | undefined
  /** How it takes a sign-in: not at all by default; 'tls': only after STARTTLS, with a certificate that it issued itself. */
  signIn?: 'tls'
}

/** The only name and password that a mailbox takes. */
export const mailLogin = { username: 'douze', password: 'twelve points' }

/** A real SMTP server on a free port that stores incoming mails. */
export async function openMailbox({
  refuses,
  responseCode: findResponseCode,
  host = '127.0.0.1',
  port = 0,
  maxConnections = 100,
  refuseSender,
  signIn,
}: MailboxOptions = {}) {
  const mails: Email[] = []
  /** The host names that clients gave, and who signed in. */
  const clients: { name: string; user: string | undefined }[] = []
  let connections = 0
  const server = new SMTPServer({
    disabledCommands: signIn ? [] : ['AUTH', 'STARTTLS'],
    authOptional: !signIn,
    logger: false,
    closeTimeout: 100,
    onConnect(_, done) {
      connections += 1
      done(connections > maxConnections ? toSmtpError(421, 'Error: too many connections') : null)
    },
    onClose() {
      connections -= 1
    },
    onAuth({ username, password }, _, done) {
      const isKnown = username === mailLogin.username && password === mailLogin.password
      done(isKnown ? null : new Error('Wrong password'), { user: username })
    },
    onMailFrom(_, { hostNameAppearsAs: name, user }, done) {
      clients.push({ name: String(name), user })
      const refusal = refuseSender?.()
      done(refusal ? toSmtpError(refusal.responseCode, refusal.text) : null)
    },
    onRcptTo({ address }, _, done) {
      const responseCode = address === refuses ? 550 : findResponseCode?.(address)
      done(responseCode ? toSmtpError(responseCode, `No mail for ${address}`) : null)
    },
    onData(stream, _, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => mails.push(mail))
        .then(() => done(), done)
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port, host)
  await once(listening, 'listening')
  return {
    url: `smtp://${host}:${portOf(listening)}`,
    port: portOf(listening),
    mails,
    clients,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function toSmtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
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
