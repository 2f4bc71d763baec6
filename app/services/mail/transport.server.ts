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
 * The mail server's response to a try; reasons name nobody. 'refused' is permanent, by an `answer` that can be compared;
 * 'later' may be accepted. 'busy' and 'server' are about the server: it limits how much it takes, or takes no mails now,
 * because it is away or not set up for us. `isTry`: some of the mail may have been sent.
 */
export type Delivery =
  | { ok: true }
  | { ok: false; why: 'refused'; reason: string; answer: string }
  | { ok: false; why: 'later' | 'busy'; reason: string }
  | { ok: false; why: 'server'; reason: string; isTry: boolean }

export type Transport = ReturnType<typeof openTransport>

/** Timeout for each step of an SMTP conversation, in ms. */
const stepTimeoutMs = 20_000
/** Timeout for the whole conversation, in ms: shorter than the sender's lease. */
const totalTimeoutMs = 40_000

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * Sends over SMTP with a small connection pool, as the host `name`. With TLS; to localhost only where it is offered, with any
 * certificate. Credentials are used or nothing is sent. A mail is tried once: the caller decides about retries. nodemailer's
 * errors are not passed on, because they may contain the address.
 */
export function openTransport(
  smtpUrl: string,
  { name = 'localhost', stepTimeout = stepTimeoutMs, totalTimeout = totalTimeoutMs } = {},
) {
  const isLocal = loopback.includes(new URL(smtpUrl).hostname)
  const transport = createTransport({
    url: smtpUrl,
    name,
    pool: true,
    maxConnections: 4,
    // Pooled connections that the server has closed: nothing of the mail was sent, so another connection is used.
    maxRequeues: 5,
    idleTimeout: 5_000,
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
    dnsTimeout: stepTimeout,
    requireTLS: !isLocal,
    tls: { rejectUnauthorized: !isLocal },
    forceAuth: true,
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
  const { code, cause, command, response, message } = readSmtpError(error)
  const status = /^\d{3}/.exec(response)?.[0] ?? ''
  // 530: sign in first, or TLS first. After a 421 that ends a conversation it is not known which command it answers.
  const isOfMail =
    ((command === 'RCPT TO' || command === 'DATA') && status !== '530') ||
    (code === 'ECONNECTION' && status === '421')
  if (status === '' && (code === 'EENVELOPE' || code === 'EMESSAGE'))
    return { ok: false, why: 'refused', reason: `It could not be written (${code}).`, answer: code }
  if (status.startsWith('5') && isOfMail) {
    const answer = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0].replace('-', ' ') ?? status
    return { ok: false, why: 'refused', reason: `The mail server refused it (${answer}).`, answer }
  }
  if (status.startsWith('4') && (!isOfMail || /\b(too (many|much)|rate|limit)/i.test(response)))
    return { ok: false, why: 'busy', reason: `The mail server is too busy (${status}).` }
  if (status.startsWith('4'))
    return { ok: false, why: 'later', reason: `The mail server asked to come back later (${status}).` }
  const failure = [status, cause, code, command, status === '' ? message : ''].join(' ')
  const known = explanations.find(([pattern]) => pattern.test(failure))
  const reply = status || cause || code
  const reason = `The mail server takes no mails${known ? `: ${known[1]}` : ''} (${reply}).`
  return { ok: false, why: 'server', reason, isTry: status === '' && !known }
}

/** What is wrong with the server, by what failed. All of it is known before anything of a mail is sent. */
const explanations: readonly [RegExp, string][] = [
  [/^530/, 'it asks for a sign-in or TLS first'],
  [/ECONNREFUSED/, 'nothing listens at its port'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'its name is not found'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to it'],
  [/certificate|_CERT|UNABLE_TO_VERIFY/i, 'its certificate is not trusted'],
  [
    /ERR_SSL|EPROTO|wrong version/,
    'it does not speak TLS there: smtps:// is for port 465, smtp:// for 587 and 25',
  ],
  [/ STARTTLS/, 'it does not offer STARTTLS'],
  [/EAUTH/, 'it does not take the user name and password of SMTP_URL'],
  [/MAIL FROM/, 'it does not take the sender MAIL_FROM'],
]

function readSmtpError(error: unknown) {
  const read = (key: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined
  const [code, cause] = [read('code'), read('originalCode')].map((each) =>
    typeof each === 'string' && /^[A-Z_\d]{1,50}$/.test(each) ? each : '',
  )
  const textOf = (key: string) => {
    const text = read(key)
    return typeof text === 'string' ? text.slice(0, 500) : ''
  }
  const [command, response, message] = [textOf('command'), textOf('response'), textOf('message')]
  return { code: code || 'no answer', cause: cause ?? '', command, response, message }
}
