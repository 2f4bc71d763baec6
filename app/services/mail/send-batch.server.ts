import { setTimeout as pause } from 'node:timers/promises'
import { findRetryDelay } from '#app/game/notification/notification.ts'
import type { Clock } from '#db/clock.server.ts'
import { type ClaimedMail, claimMails, type MailOutcome, updateMailOutcome } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComposeResult, composeMail, type FindResults, type NotComposed } from './compose.server.ts'
import { renderMailHtml, renderMailText, toOneLine } from './mail-layout.server.ts'
import type { MailLinks } from './mail-templates.server.ts'
import type { Transport } from './transport.server.ts'

export interface SendContext {
  db: Db
  /** Game time: decides what is due. */
  clock: Clock
  /** The system clock, epoch ms: for pauses and the lease. */
  now: () => number
  readResults: FindResults
  transport: Transport
  from: { name: string; address: string }
  links: MailLinks
  /** Identifies one sender in one process. */
  holder: string
}

/** What became of a claimed mail. */
export interface SendResult {
  mail: ClaimedMail
  outcome: MailOutcome
  /** Why the mail server accepts no mails at present. */
  serverError?: string | undefined
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
export async function sendBatch(context: SendContext, limit = sendConcurrency): Promise<SendResult[]> {
  const claimedAt = context.now()
  const mails = await runAsSender(context, (tx) => claimMails(tx, { now: context.now(), limit }))
  const tries = await Promise.allSettled(mails?.map((mail) => sendOne(context, mail, claimedAt)) ?? [])
  // Thrown after all outcomes are stored: a mail without one would be sent again.
  return tries.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

/** Runs a transaction as the one process that sends mails; undefined while another one is. */
export async function runAsSender<Result>(
  { db, now, holder }: SendContext,
  work: (tx: Db) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction().execute(async (tx) => {
    const isSender = await acquireSenderLease(tx, { holder, now: now() })
    return isSender ? work(tx) : undefined
  })
}

async function sendOne(context: SendContext, mail: ClaimedMail, claimedAt: number): Promise<SendResult> {
  const { db, links, readResults } = context
  const composed = await composeMail(db, mail, { links, readResults, now: await context.clock(db) })
  const result = composed.ok
    ? await deliver(context, { mail, composed, claimedAt })
    : { mail, outcome: toSkippedOutcome(composed, context.now()) }
  await storeOutcome(db, mail, result.outcome)
  return result
}

/** Retries storing the outcome: a disk that is full for a moment must not cause a mail to be sent twice. */
async function storeOutcome(db: Db, mail: ClaimedMail, outcome: MailOutcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await updateMailOutcome(db, mail, outcome)
    } catch (error) {
      if (tries === outcomeTries) throw error
      await pause(outcomeRetryMs)
    }
  }
}

function toSkippedOutcome(composed: NotComposed, now: number): MailOutcome {
  if (composed.why === 'dropped') return { state: 'dropped', reason: composed.reason }
  return { state: 'waiting', reason: 'Its time has not come.', nextTryAt: now + postponeMs }
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
  const { content, to, unsubscribeUrl } = composed
  const delivery = await transport.send({
    from,
    to,
    subject: toOneLine(content.subject),
    text: renderMailText(content),
    html: renderMailHtml(content),
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
