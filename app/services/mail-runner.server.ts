import { AsyncResource } from 'node:async_hooks'
import { longestPauseMs } from '#app/game/notification.ts'
import { listMailingsToDo } from '#db/mailings.server.ts'
import { listDueMails, mendTries } from '#db/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { endSenderLease, takeSenderLease } from '#db/sender-lease.server.ts'
import { hasDueReminders, noteReminders } from './mail-schedule.server.ts'
import { type Post, type Sent, sendNext, sentAtOnce } from './mail-sender.server.ts'
import { fanOut } from './mailings.server.ts'

/** What happens to mails, for a log and for whoever watches the machine. No address and no name is in it. */
export type MailEvent =
  | { event: 'mails-sent'; sent: number; failed: number }
  | { event: 'mail-failed'; kind: string; reason: string }
  | { event: 'mail-server-away'; reason: string }
  | { event: 'mail-server-back' }
  | { event: 'mail-trouble'; error: unknown }

interface Sending extends Post {
  /** Ends what is under way with the mail server. */
  close: () => void
  note: (event: MailEvent) => void
  /** How often it looks by itself, in ms: other processes wake nobody. */
  pollMs?: number
}

export interface Sender {
  /** Has it look at once. Waits for nothing. */
  wake: () => void
  /** Takes no more mails, gives those under way 5 s, and lets another process send. Asked again it is the same stop. */
  stop: () => Promise<void>
  /** Fulfilled when it has done what there was to do. */
  idle: () => Promise<void>
}

const senders = new Set<Sender>()

/** Has the sender of this process look at once; does nothing where no mails go out. Call it after the commit. */
export function wakeSender(): void {
  for (const sender of senders) sender.wake()
}

/** How long to leave a mail server alone that takes none, in ms: growing while it goes on. */
const shortestRestMs = 5_000
const longestRestMs = 60_000
const stopMs = 5_000
/** How long to send before looking again at what is due: a reminder does not wait behind a hundred thousand mails. */
const goMs = 30_000
/** Between two batches, so that others write. */
const breathMs = 5

/**
 * Starts sending: it looks when it is woken and from time to time, notes what is due, queues its mails, and sends what
 * waits. It never throws and never keeps the process alive; with nothing to do it only reads.
 */
export function startSender({ close, note, pollMs = 10_000, ...post }: Sending): Sender {
  let isStopping = false
  let isWokenAgain = false
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Of the system clock: until then the mail server is left alone. */
  let restUntil = 0
  let rests = 0

  async function work(): Promise<void> {
    try {
      do {
        isWokenAgain = false
        if (await hasWork(post)) await workThrough()
      } while (isWokenAgain && !isStopping)
    } catch (error) {
      note({ event: 'mail-trouble', error })
    }
  }

  async function workThrough(): Promise<void> {
    if (!(await prepare(post))) return
    for (const mailing of await listMailingsToDo(post.db, await post.clock(post.db)))
      while (!isStopping && (await fanOutNext(post, mailing.id))) await pause(breathMs)
    const total = { sent: 0, failed: 0 }
    const until = performance.now() + goMs
    while (!isStopping && !isResting()) {
      if (performance.now() > until) {
        isWokenAgain = true
        break
      }
      const sent = await sendNext(post, rests > 0 ? 1 : sentAtOnce)
      if (sent.taken === 0) break
      total.sent += sent.sent
      total.failed += sent.failures.length
      tell(sent)
    }
    if (total.sent + total.failed > 0) note({ event: 'mails-sent', ...total })
  }

  /** A rest that is longer than any was begun while the system clock was ahead. */
  function isResting(): boolean {
    const left = restUntil - post.now()
    return left > 0 && left <= longestRestMs
  }

  /** A mail server that takes none is told once, and asked again with one mail at a time. */
  function tell({ sent, failures, trouble }: Sent): void {
    for (const failure of failures) note({ event: 'mail-failed', ...failure })
    if (trouble !== undefined) {
      if (rests === 0) note({ event: 'mail-server-away', reason: trouble })
      restUntil = post.now() + Math.min(longestRestMs, shortestRestMs * 2 ** rests)
      rests += 1
    } else if (rests > 0 && sent > 0) {
      note({ event: 'mail-server-back' })
      rests = 0
    }
  }

  // On nobody's behalf: what it logs would carry the id of the request that woke it.
  const begin = AsyncResource.bind(work)
  let stopped: Promise<void> | undefined
  async function end(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    senders.delete(sender)
    const late = setTimeout(close, stopMs)
    await round
    clearTimeout(late)
    close()
    await endSenderLease(post.db, post.holder).catch((error) => note({ event: 'mail-trouble', error }))
  }

  const sender: Sender = {
    wake() {
      isWokenAgain = true
      if (isStopping || round) return
      clearTimeout(timer)
      round = begin().finally(() => {
        round = undefined
        if (!isStopping) timer = setTimeout(sender.wake, pollMs).unref()
      })
    },
    async idle() {
      while (round) await round
    },
    stop() {
      stopped ??= end()
      return stopped
    },
  }
  senders.add(sender)
  sender.wake()
  return sender
}

/** Reads only: with nothing to do, nothing is written. */
async function hasWork({ db, clock, now }: Post): Promise<boolean> {
  const gameNow = await clock(db)
  if ((await listMailingsToDo(db, gameNow)).length > 0) return true
  for (const isBulk of [0, 1] as const)
    if ((await listDueMails(db, { now: now(), limit: 1, isBulk })).length > 0) return true
  return hasDueReminders(db, gameNow)
}

/** Takes the lease and notes the reminders that are due. False while another process sends. */
async function prepare({ db, clock, now, holder }: Post): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeSenderLease(tx, { holder, now: now() }))) return false
    await noteReminders(tx, { gameNow: await clock(tx), now: now() })
    await mendTries(tx, { now: now(), longestPause: longestPauseMs })
    return true
  })
}

async function fanOutNext({ db, clock, now, holder }: Post, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx: Db) => {
    if (!(await takeSenderLease(tx, { holder, now: now() }))) return false
    return fanOut(tx, { id, gameNow: await clock(tx), now: now() })
  })
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
