import { createTransport } from 'nodemailer'

/** One mail, ready to go. Each address is a bare one, read by the rules. */
export interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try of the same mail, with its angle brackets. */
  messageId: string
  /** Where one press ends such mails (RFC 8058); absent where nothing can be ended. */
  unsubscribeUrl?: string | undefined
}

/** What a mail server made of a try, in words that name nobody. */
export type Delivery =
  | { ok: true }
  /** This mail will never be taken. */
  | { ok: false; why: 'refused'; reason: string }
  /** This mail may be taken later. */
  | { ok: false; why: 'later'; reason: string }
  /** The server takes none just now: it is away, silent, or refuses us. */
  | { ok: false; why: 'server'; reason: string }

/** How long each step of a conversation may take, in ms. */
const stepTimeoutMs = 10_000
/** And all of it, whatever a server says meanwhile: less than a sender's lease. */
const totalTimeoutMs = 40_000

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Sends over SMTP, over few connections that are used again; with TLS, except to this machine itself. A mail is tried
 * once: who calls decides about another try. Nothing of nodemailer's errors leaves here: they may name the address.
 */
export function openTransport(
  smtpUrl: string,
  { patience: stepTimeout = stepTimeoutMs, longest: totalTimeout = totalTimeoutMs } = {},
) {
  const isLocal = loopback.includes(new URL(smtpUrl).hostname)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // A used connection that the server has closed: nothing of the mail was sent, so it goes over another.
    maxRequeues: 1,
    idleTimeout: 5_000,
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
    dnsTimeout: stepTimeout,
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ from, to, subject, text, html, messageId, unsubscribeUrl }: Mail): Promise<Delivery> {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      const address = { name: '', address: to }
      const signal = AbortSignal.timeout(totalTimeout)
      const mail = { from, to: address, subject, text, html, messageId, headers, signal }
      return transport.sendMail({ ...mail, xMailer: false }).then(() => ({ ok: true }), toDelivery)
    },
    /** Ends what is under way, too. */
    close: () => transport.close({ force: true }),
  }
}

/** A server's answers are told by their number (RFC 5321), everything else by nodemailer's code. */
function toDelivery(error: unknown): Delivery {
  const { code, command, responseCode } = readSmtpError(error)
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  const isOurs = responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  if (isOurs) return { ok: false, why: 'refused', reason: `It could not be written (${code}).` }
  if (responseCode >= 500 && isOfMail)
    return { ok: false, why: 'refused', reason: `The mail server refused it (${responseCode}).` }
  if (responseCode >= 400 && responseCode < 500 && responseCode !== 421 && isOfMail)
    return { ok: false, why: 'later', reason: `The mail server asked to come back later (${responseCode}).` }
  const reply = responseCode > 0 ? String(responseCode) : code
  return { ok: false, why: 'server', reason: `The mail server takes no mails (${reply}).` }
}

function readSmtpError(error: unknown) {
  const read = (key: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  const [code, command, responseCode] = [read('code'), read('command'), read('responseCode')]
  return {
    code: typeof code === 'string' && /^[A-Z_]{1,30}$/.test(code) ? code : 'no answer',
    command: typeof command === 'string' ? command : '',
    responseCode: typeof responseCode === 'number' ? responseCode : 0,
  }
}
