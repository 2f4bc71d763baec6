import { findRetryDelay, longestRetryDelayMs } from '#app/game/notification/notification.ts'
import type { Clock } from '#db/clock.server.ts'
import { type ClaimedMail, claimMails, type MailOutcome, updateMailOutcome } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComposeResult, composeMail, type FindResults } from './compose.server.ts'
import { renderMailHtml, renderMailText, toOneLine } from './mail-layout.server.ts'
import type { MailLinks } from './mail-templates.server.ts'
import type { Delivery, Mail } from './transport.server.ts'

/** What it takes to send mails. */
export interface SendContext {
  db: Db
  /** Game time: what is due. */
  clock: Clock
  /** The system clock, epoch ms: pauses and the lease. */
  now: () => number
  readResults: FindResults
  transport: { send: (mail: Mail) => Promise<Delivery> }
  from: { name: string; address: string }
  links: MailLinks
  /** Of one sender in one process. */
  holder: string
}

/** What one go at the outbox came to. */
export interface BatchResult {
  /** How many mails were taken; 0 when none may be tried now, or another process sends. */
  claimed: number
  sent: number
  /** Mails given up. */
  failures: readonly { kind: ClaimedMail['kind']; reason: string }[]
  /** Why the mail server takes none just now. */
  serverError: string | undefined
}

/** How often, and after how many ms, to note again what became of a mail. */
const outcomeTries = 4
const outcomeRetryMs = 2_000
/** How many mails are under way at once. */
export const sendConcurrency = 4
/** A mail that was taken and not sent within this time is left for its next try: this process was held up, in ms. */
const staleAfterMs = 20_000
/** How long to wait for a mail that is not to be sent yet, and not counted as tried, in ms. */
const postponeMs = 15 * 60_000

/**
 * Sends the next mails that wait, each once. Its try is counted and its next one put off before it goes out, in the
 * transaction that renews the lease, so that no other process and no later start takes it meanwhile.
 */
export async function sendBatch(context: SendContext, limit = sendConcurrency): Promise<BatchResult> {
  const claimedAt = context.now()
  const mails = await claimBatch(context, limit)
  const settledResults = await Promise.allSettled(mails.map((mail) => sendOne(context, mail, claimedAt)))
  const results = settledResults.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const rejected = settledResults.find((each) => each.status === 'rejected')
  // Only once all are noted: what is still under way would be sent again.
  if (rejected) throw rejected.reason
  return {
    claimed: mails.length,
    sent: results.filter(({ outcome }) => outcome.state === 'sent').length,
    failures: results.flatMap(({ mail, outcome }) =>
      outcome.state === 'failed' ? [{ kind: mail.kind, reason: outcome.reason }] : [],
    ),
    serverError: results.find(({ serverError: trouble }) => trouble !== undefined)?.serverError,
  }
}

async function claimBatch({ db, now, holder }: SendContext, limit: number): Promise<ClaimedMail[]> {
  const pauseOf = (tries: number) => findRetryDelay(tries) ?? longestRetryDelayMs
  return db.transaction().execute(async (tx) => {
    const isOurs = await acquireSenderLease(tx, { holder, now: now() })
    return isOurs ? claimMails(tx, { now: now(), limit, pauseOf }) : []
  })
}

interface SendResult {
  mail: ClaimedMail
  outcome: MailOutcome
  serverError?: string | undefined
}

async function sendOne(context: SendContext, mail: ClaimedMail, claimedAt: number): Promise<SendResult> {
  const { db, links, readResults } = context
  const composed = await composeMail(db, mail, { links, readResults, now: await context.clock(db) })
  const results = composed.ok
    ? await deliver(context, { mail, composed: composed, claimedAt: claimedAt })
    : toSkipped(context, mail, composed)
  await storeOutcome(db, mail, results.outcome)
  return results
}

/** A disk that is full for a moment must not have a mail sent twice: what became of it is noted again and again. */
async function storeOutcome(db: Db, mail: ClaimedMail, outcome: MailOutcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await updateMailOutcome(db, mail, outcome)
    } catch (error) {
      if (tries === outcomeTries) throw error
      await new Promise((resolve) => setTimeout(resolve, outcomeRetryMs))
    }
  }
}

function toSkipped(
  { now }: SendContext,
  mail: ClaimedMail,
  composed: Exclude<ComposeResult, { ok: true }>,
): SendResult {
  if (composed.why === 'dropped') return { mail, outcome: { state: 'dropped', reason: composed.reason } }
  const nextTryAt = now() + postponeMs
  return { mail, outcome: { state: 'waiting', reason: 'Its time has not come.', nextTryAt } }
}

interface PreparedMail {
  mail: ClaimedMail
  composed: Extract<ComposeResult, { ok: true }>
  claimedAt: number
}

async function deliver(
  context: SendContext,
  { mail, composed, claimedAt }: PreparedMail,
): Promise<SendResult> {
  const { transport, from, links, now } = context
  if (now() - claimedAt > staleAfterMs)
    return { mail, outcome: { state: 'waiting', reason: 'The server was held up before it was sent.' } }
  const { content: letter, to, unsubscribeUrl } = composed
  const delivery = await transport.send({
    from,
    to,
    subject: toOneLine(letter.subject),
    text: renderMailText(letter),
    html: renderMailHtml(letter),
    messageId: `<${mail.messageId}@${new URL(links.page('/')).hostname}>`,
    unsubscribeUrl,
  })
  if (delivery.ok) return { mail, outcome: { state: 'sent', now: now() } }
  const { why, reason } = delivery
  const isFinal = why === 'refused' || findRetryDelay(mail.attempts) === null
  return {
    mail,
    outcome: { state: isFinal ? 'failed' : 'waiting', reason },
    serverError: why === 'server' ? reason : undefined,
  }
}
