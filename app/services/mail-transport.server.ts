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
  unsubscribeUrl?: string
}

/** How long each step of a conversation may take, in ms. */
const patienceMs = 10_000

/**
 * Sends over SMTP, over few connections that are used again. A mail is tried once: who calls decides about another try.
 * `send` throws nodemailer's error, which may name the address: it is for no log.
 */
export function openTransport(smtpUrl: string, { patience = patienceMs } = {}) {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    maxRequeues: 0,
    idleTimeout: 5_000,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ from, to, subject, text, html, messageId, unsubscribeUrl }: Mail): Promise<void> {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      const address = { name: '', address: to }
      await transport.sendMail({ from, to: address, subject, text, html, messageId, headers, xMailer: false })
    },
    close: () => transport.close(),
  }
}
