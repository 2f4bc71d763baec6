import { createTransport } from 'nodemailer'

/** A composed mail. Addresses are bare and validated. */
interface Mail {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  /** The same for every try of a mail, with angle brackets. */
  messageId: string
  /** The one-click unsubscribe URL (RFC 8058); absent where there is nothing to unsubscribe from. */
  unsubscribeUrl?: string | undefined
}

/**
 * The mail server's response to a try; reasons name nobody. 'refused' is permanent, 'later' may be accepted, and
 * 'server' accepts no mails now: it is down, unresponsive, or refuses our connection.
 */
type Delivery = { ok: true } | { ok: false; why: 'refused' | 'later' | 'server'; reason: string }

export type Transport = ReturnType<typeof openTransport>

/** Timeout for each step of an SMTP conversation, in ms. */
const stepTimeoutMs = 10_000
/** Timeout for the whole conversation, in ms: shorter than the sender's lease. */
const totalTimeoutMs = 40_000

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Sends over SMTP with a small connection pool; with TLS, except to localhost. A mail is tried once: the caller
 * decides about retries. nodemailer's errors are not passed on, because they may contain the address.
 */
export function openTransport(
  smtpUrl: string,
  { stepTimeout = stepTimeoutMs, totalTimeout = totalTimeoutMs } = {},
) {
  const isLocal = loopback.includes(new URL(smtpUrl).hostname)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // A pooled connection that the server has closed: nothing of the mail was sent, so another connection is used.
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
    /** Also aborts sends in progress. */
    close: () => transport.close({ force: true }),
  }
}

/** Maps a server's response by its code (RFC 5321), everything else by nodemailer's code. */
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
