import { findRetryDelay, longestRetryDelayMs } from '#app/game/notification/notification.ts'
import type { Clock } from '#db/clock.server.ts'
import { type ClaimedMail, claimMails, type MailOutcome, updateMailOutcome } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComposeResult, composeMail, type FindResults } from './compose.server.ts'
import { renderMailHtml, renderMailText, toOneLine } from './mail-layout.server.ts'
import type { MailLinks } from './mail-templates.server.ts'
import type { Delivery, Mail } from './transport.server.ts'

/** The dependencies of sending. */
export interface SendContext {
  db: Db
  /** Game time: decides what is due. */
  clock: Clock
  /** The system clock, epoch ms: for pauses and the lease. */
  now: () => number
  readResults: FindResults
  transport: { send: (mail: Mail) => Promise<Delivery> }
  from: { name: string; address: string }
  links: MailLinks
  /** Identifies one sender in one process. */
  holder: string
}

/** The result of one batch. */
export interface BatchResult {
  /** How many mails were claimed; 0 when none is due, or another process is sending. */
  claimed: number
  sent: number
  /** Mails that were given up. */
  failures: readonly { kind: ClaimedMail['kind']; reason: string }[]
  /** Why the mail server accepts no mails at present. */
  serverError: string | undefined
}

/** How often to retry storing a mail's outcome, and after how many ms. */
const outcomeTries = 4
const outcomeRetryMs = 2_000
/** How many mails are sent concurrently. */
export const sendConcurrency = 4
/** A claimed mail that is not sent within this time is left for its next try: the process was suspended. In ms. */
const staleAfterMs = 20_000
/** How long to postpone a mail that is not due; this does not count as a try. In ms. */
const postponeMs = 15 * 60_000

/**
 * Sends the next waiting mails, each at most once. The try is counted and the next one scheduled before sending, in
 * the transaction that renews the lease, so that no other process and no restart claims the mail meanwhile.
 */
export async function sendBatch(context: SendContext, limit = sendConcurrency): Promise<BatchResult> {
  const claimedAt = context.now()
  const mails = await claimBatch(context, limit)
  const settledResults = await Promise.allSettled(mails.map((mail) => sendOne(context, mail, claimedAt)))
  const results = settledResults.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const rejected = settledResults.find((each) => each.status === 'rejected')
  // Rethrow after all outcomes are stored: a mail without one would be sent again.
  if (rejected) throw rejected.reason
  return {
    claimed: mails.length,
    sent: results.filter(({ outcome }) => outcome.state === 'sent').length,
    failures: results.flatMap(({ mail, outcome }) =>
      outcome.state === 'failed' ? [{ kind: mail.kind, reason: outcome.reason }] : [],
    ),
    serverError: results.find(({ serverError }) => serverError !== undefined)?.serverError,
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
    ? await deliver(context, { mail, composed, claimedAt })
    : toSkipped(context, mail, composed)
  await storeOutcome(db, mail, results.outcome)
  return results
}

/** Retries storing the outcome: a disk that is full for a moment must not cause a mail to be sent twice. */
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
