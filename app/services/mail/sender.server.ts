import { AsyncResource } from 'node:async_hooks'
import { longestRetryDelayMs } from '#app/game/notification/notification.ts'
import { listDueMailings } from '#db/mail/mailings.server.ts'
import { listDueMails, updateDistantRetries } from '#db/mail/outbox.server.ts'
import { acquireSenderLease, deleteSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { fanOut } from './mailings.server.ts'
import { hasUnscheduledReminders, scheduleReminders } from './schedule.server.ts'
import { type BatchResult, type SendContext, sendBatch, sendConcurrency } from './send-batch.server.ts'

/** What happens to mails, for a log and for whoever watches the machine. No address and no name is in it. */
export type MailEvent =
  | { event: 'mails-sent'; sent: number; failed: number }
  | { event: 'mail-failed'; kind: string; reason: string }
  | { event: 'mail-server-away'; reason: string }
  | { event: 'mail-server-back' }
  | { event: 'mail-trouble'; error: unknown }

interface SenderOptions extends SendContext {
  /** Ends what is under way with the mail server. */
  close: () => void
  onEvent: (event: MailEvent) => void
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
const minBackoffMs = 5_000
const maxBackoffMs = 60_000
const stopTimeoutMs = 5_000
/** How long to send before looking again at what is due: a reminder does not wait behind a hundred thousand mails. */
const maxRunMs = 30_000
/** Between two batches, so that others write. */
const batchPauseMs = 5

/**
 * Starts sending: it looks when it is woken and from time to time, notes what is due, queues its mails, and sends what
 * waits. It never throws and never keeps the process alive; with nothing to do it only reads.
 */
export function startSender({ close, onEvent, pollMs = 10_000, ...context }: SenderOptions): Sender {
  let isStopping = false
  let isWakePending = false
  let currentRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Of the system clock: until then the mail server is left alone. */
  let backoffUntil = 0
  let backoffCount = 0

  async function run(): Promise<void> {
    try {
      do {
        isWakePending = false
        if (await hasWork(context)) await sendDueMails()
      } while (isWakePending && !isStopping)
    } catch (error) {
      onEvent({ event: 'mail-trouble', error })
    }
  }

  async function sendDueMails(): Promise<void> {
    if (!(await prepareRun(context))) return
    for (const mailing of await listDueMailings(context.db, await context.clock(context.db)))
      while (!isStopping && (await fanOutBatch(context, mailing.id))) await pause(batchPauseMs)
    const total = { sent: 0, failed: 0 }
    const until = performance.now() + maxRunMs
    while (!isStopping && !isBackingOff()) {
      if (performance.now() > until) {
        isWakePending = true
        break
      }
      const sent = await sendBatch(context, backoffCount > 0 ? 1 : sendConcurrency)
      if (sent.claimed === 0) break
      total.sent += sent.sent
      total.failed += sent.failures.length
      reportBatch(sent)
    }
    if (total.sent + total.failed > 0) onEvent({ event: 'mails-sent', ...total })
  }

  /** A rest that is longer than any was begun while the system clock was ahead. */
  function isBackingOff(): boolean {
    const left = backoffUntil - context.now()
    return left > 0 && left <= maxBackoffMs
  }

  /** A mail server that takes none is told once, and asked again with one mail at a time. */
  function reportBatch({ sent, failures, serverError: trouble }: BatchResult): void {
    for (const failure of failures) onEvent({ event: 'mail-failed', ...failure })
    if (trouble !== undefined) {
      if (backoffCount === 0) onEvent({ event: 'mail-server-away', reason: trouble })
      backoffUntil = context.now() + Math.min(maxBackoffMs, minBackoffMs * 2 ** backoffCount)
      backoffCount += 1
    } else if (backoffCount > 0 && sent > 0) {
      onEvent({ event: 'mail-server-back' })
      backoffCount = 0
    }
  }

  // On nobody's behalf: what it logs would carry the id of the request that woke it.
  const runInOwnContext = AsyncResource.bind(run)
  let stopping: Promise<void> | undefined
  async function shutDown(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    senders.delete(sender)
    const closeTimer = setTimeout(close, stopTimeoutMs)
    await currentRun
    clearTimeout(closeTimer)
    close()
    await deleteSenderLease(context.db, context.holder).catch((error) =>
      onEvent({ event: 'mail-trouble', error }),
    )
  }

  const sender: Sender = {
    wake() {
      isWakePending = true
      if (isStopping || currentRun) return
      clearTimeout(timer)
      currentRun = runInOwnContext().finally(() => {
        currentRun = undefined
        if (!isStopping) timer = setTimeout(sender.wake, pollMs).unref()
      })
    },
    async idle() {
      while (currentRun) await currentRun
    },
    stop() {
      stopping ??= shutDown()
      return stopping
    },
  }
  senders.add(sender)
  sender.wake()
  return sender
}

/** Reads only: with nothing to do, nothing is written. */
async function hasWork({ db, clock, now }: SendContext): Promise<boolean> {
  const gameNow = await clock(db)
  if ((await listDueMailings(db, gameNow)).length > 0) return true
  for (const isBulk of [0, 1] as const)
    if ((await listDueMails(db, { now: now(), limit: 1, isBulk })).length > 0) return true
  return hasUnscheduledReminders(db, gameNow)
}

/** Takes the lease and notes the reminders that are due. False while another process sends. */
async function prepareRun({ db, clock, now, holder }: SendContext): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await acquireSenderLease(tx, { holder, now: now() }))) return false
    await scheduleReminders(tx, { gameNow: await clock(tx), now: now() })
    await updateDistantRetries(tx, { now: now(), longestPause: longestRetryDelayMs })
    return true
  })
}

async function fanOutBatch({ db, clock, now, holder }: SendContext, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx: Db) => {
    if (!(await acquireSenderLease(tx, { holder, now: now() }))) return false
    return fanOut(tx, { id, gameNow: await clock(tx), now: now() })
  })
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}
