import { setTimeout as pause } from 'node:timers/promises'
import { findRetryDelay } from '#app/game/notification/notification.ts'
import type { Clock } from '#db/clock.server.ts'
import { type ClaimedMail, claimMails, type MailOutcome, updateMailOutcome } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComposeResult, composeMail, type FindResults, type NotComposed } from './compose.server.ts'
import { renderMailHtml, renderMailText, toOneLine } from './mail-layout.server.ts'
import type { MailLinks } from './mail-templates.server.ts'
import type { Delivery, Transport } from './transport.server.ts'

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
  /** Called when an outcome cannot be stored, at each try. */
  onTrouble?: (error: unknown) => void
  /** Ends the tries to store an outcome. */
  stopSignal?: AbortSignal
}

/** What became of a claimed mail. */
export interface SendResult {
  mail: ClaimedMail
  outcome: MailOutcome
  /** Why the mail server accepts no mails at present. */
  serverError?: string | undefined
  /** Why the mail server accepts fewer mails at present. */
  busy?: string | undefined
  /** The mail server's refusal of this mail. */
  refusal?: { answer: string; domain: string } | undefined
}

/** Pause between two tries to store a mail's outcome, in ms: grows. */
const outcomeRetryMs = { first: 250, longest: 30_000 }
/** How many mails are sent concurrently. */
export const sendConcurrency = 4
/** A claimed mail that is not sent within this time is left for its next try: the process was suspended. In ms. */
const staleAfterMs = 20_000
/** How long to postpone a mail that is not due; this does not count as a try. In ms. */
const postponeMs = 15 * 60_000
/** How long a mail waits for a mail server that takes none, without counting its tries. In ms. */
export const maxWaitMs = 3 * 24 * 60 * 60_000

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
  await storeOutcome(context, mail, result.outcome)
  return result
}

/**
 * Stores the outcome, however long the disk is full: nothing else is sent meanwhile, and the mail is not sent twice. Rejects
 * when the sender stops.
 */
export async function storeOutcome(
  { db, onTrouble, stopSignal }: SendContext,
  mail: ClaimedMail,
  outcome: MailOutcome,
): Promise<void> {
  for (let delay = outcomeRetryMs.first; ; delay = Math.min(delay * 2, outcomeRetryMs.longest)) {
    try {
      return await updateMailOutcome(db, mail, outcome)
    } catch (error) {
      onTrouble?.(error)
      await pause(delay, undefined, { signal: stopSignal })
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
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase()
  return { mail, ...toFailure(delivery, { mail, domain, now: now() }) }
}

/** What follows from a try that failed: what is not about the mail costs it no try, for some days. */
function toFailure(
  delivery: Exclude<Delivery, { ok: true }>,
  { mail, domain, now }: { mail: ClaimedMail; domain: string; now: number },
): Omit<SendResult, 'mail'> {
  const { why, reason } = delivery
  if (why === 'refused')
    return { outcome: { state: 'failed', reason }, refusal: { answer: delivery.answer, domain } }
  const isTry = why === 'later' || (why === 'server' && delivery.isTry) || now - mail.createdAt > maxWaitMs
  const outcome: MailOutcome = !isTry
    ? { state: 'waiting', reason, nextTryAt: now }
    : { state: findRetryDelay(mail.attempts) === null ? 'failed' : 'waiting', reason }
  return {
    outcome,
    serverError: why === 'server' ? reason : undefined,
    busy: why === 'busy' ? reason : undefined,
  }
}
