import { longestPauseMs, retryPause } from '#app/game/notification.ts'
import type { Clock } from '#db/clock.server.ts'
import { type ClaimedMail, claimMails, type Settled, settleMail } from '#db/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { takeSenderLease } from '#db/sender-lease.server.ts'
import { letterHtml, letterText, oneLine } from './letter.server.ts'
import type { MailLinks } from './letters.server.ts'
import type { Delivery, Mail } from './mail-transport.server.ts'
import { type ReadResults, type Writing, writeMail } from './mail-writing.server.ts'

/** What it takes to send mails. */
export interface Post {
  db: Db
  /** Game time: what is due. */
  clock: Clock
  /** The system clock, epoch ms: pauses and the lease. */
  now: () => number
  readResults: ReadResults
  transport: { send: (mail: Mail) => Promise<Delivery> }
  from: { name: string; address: string }
  links: MailLinks
  /** Of one sender in one process. */
  holder: string
}

/** What one go at the outbox came to. */
export interface Sent {
  /** How many mails were taken; 0 when none may be tried now, or another process sends. */
  taken: number
  sent: number
  /** Mails given up. */
  failures: readonly { kind: ClaimedMail['kind']; reason: string }[]
  /** Why the mail server takes none just now. */
  trouble: string | undefined
}

/** How often, and after how many ms, to note again what became of a mail. */
const settleTries = 4
const settlePauseMs = 2_000
/** How many mails are under way at once. */
export const sentAtOnce = 4
/** A mail that was taken and not sent within this time is left for its next try: this process was held up, in ms. */
const freshMs = 20_000
/** How long to wait for a mail that is not to be sent yet, and not counted as tried, in ms. */
const postponedMs = 15 * 60_000

/**
 * Sends the next mails that wait, each once. Its try is counted and its next one put off before it goes out, in the
 * transaction that renews the lease, so that no other process and no later start takes it meanwhile.
 */
export async function sendNext(post: Post, limit = sentAtOnce): Promise<Sent> {
  const takenAt = post.now()
  const mails = await claim(post, limit)
  const ended = await Promise.allSettled(mails.map((mail) => sendOne(post, mail, takenAt)))
  const done = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const broken = ended.find((each) => each.status === 'rejected')
  // Only once all are noted: what is still under way would be sent again.
  if (broken) throw broken.reason
  return {
    taken: mails.length,
    sent: done.filter(({ settled }) => settled.state === 'sent').length,
    failures: done.flatMap(({ mail, settled }) =>
      settled.state === 'failed' ? [{ kind: mail.kind, reason: settled.reason }] : [],
    ),
    trouble: done.find(({ trouble }) => trouble !== undefined)?.trouble,
  }
}

async function claim({ db, now, holder }: Post, limit: number): Promise<ClaimedMail[]> {
  const pauseOf = (tries: number) => retryPause(tries) ?? longestPauseMs
  return db.transaction().execute(async (tx) => {
    const isOurs = await takeSenderLease(tx, { holder, now: now() })
    return isOurs ? claimMails(tx, { now: now(), limit, pauseOf }) : []
  })
}

interface Done {
  mail: ClaimedMail
  settled: Settled
  trouble?: string | undefined
}

async function sendOne(post: Post, mail: ClaimedMail, takenAt: number): Promise<Done> {
  const { db, links, readResults } = post
  const writing = await writeMail(db, mail, { links, readResults, now: await post.clock(db) })
  const done = writing.ok ? await deliver(post, { mail, writing, takenAt }) : leftOut(post, mail, writing)
  await settle(db, mail, done.settled)
  return done
}

/** A disk that is full for a moment must not have a mail sent twice: what became of it is noted again and again. */
async function settle(db: Db, mail: ClaimedMail, settled: Settled): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await settleMail(db, mail, settled)
    } catch (error) {
      if (tries === settleTries) throw error
      await new Promise((resolve) => setTimeout(resolve, settlePauseMs))
    }
  }
}

function leftOut({ now }: Post, mail: ClaimedMail, writing: Exclude<Writing, { ok: true }>): Done {
  if (writing.why === 'dropped') return { mail, settled: { state: 'dropped', reason: writing.reason } }
  const nextTryAt = now() + postponedMs
  return { mail, settled: { state: 'waiting', reason: 'Its time has not come.', nextTryAt } }
}

interface Ready {
  mail: ClaimedMail
  writing: Extract<Writing, { ok: true }>
  takenAt: number
}

async function deliver(post: Post, { mail, writing, takenAt }: Ready): Promise<Done> {
  const { transport, from, links, now } = post
  if (now() - takenAt > freshMs)
    return { mail, settled: { state: 'waiting', reason: 'The server was held up before it was sent.' } }
  const { letter, to, unsubscribeUrl } = writing
  const delivery = await transport.send({
    from,
    to,
    subject: oneLine(letter.subject),
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: `<${mail.messageId}@${new URL(links.page('/')).hostname}>`,
    unsubscribeUrl,
  })
  if (delivery.ok) return { mail, settled: { state: 'sent', now: now() } }
  const { why, reason } = delivery
  const isOver = why === 'refused' || retryPause(mail.tries) === null
  return {
    mail,
    settled: { state: isOver ? 'failed' : 'waiting', reason },
    trouble: why === 'server' ? reason : undefined,
  }
}
