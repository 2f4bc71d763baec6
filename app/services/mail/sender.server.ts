import { setTimeout as pause } from 'node:timers/promises'
import { listDueMailings } from '#db/mail/mailings.server.ts'
import { listDueMails, updateDistantRetries } from '#db/mail/outbox.server.ts'
import { deleteSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { hasUnscheduledReminders, queueMailingBatch, scheduleReminders } from './mailings.server.ts'
import { createPace } from './pace.server.ts'
import {
  runAsSender,
  type SendContext,
  type SendResult,
  sendBatch,
  storeOutcome,
} from './send-batch.server.ts'

/** What happens to mails, for the log and for monitoring. Contains no address and no name. */
export type MailEvent =
  | { event: 'mails-sent'; sent: number; failed: number }
  | { event: 'mail-failed'; kind: string; reason: string }
  | { event: 'mail-server-away'; reason: string }
  | { event: 'mail-server-back' }
  | { event: 'mail-trouble'; error: unknown }

interface SenderOptions extends Omit<SendContext, 'onTrouble' | 'stopSignal'> {
  onEvent: (event: MailEvent) => void
}

export type Sender = ReturnType<typeof startSender>

const senders = new Set<{ wake: () => void }>()

/** Wakes this process's sender; does nothing where mail is disabled. Call it after the commit. */
export function wakeSender(): void {
  for (const sender of senders) sender.wake()
}

const stopTimeoutMs = 5_000
/** How long to send before checking again what is due: a reminder does not wait behind a hundred thousand mails. */
const maxRunMs = 30_000
/** Poll interval in ms: other processes do not wake this sender. */
const pollMs = 10_000
/** When mails are tried again that were refused for a reason of the server's, after others. In ms. */
const restoredDelayMs = 2 * 60_000
/** Pause between two batches, so that other transactions can write. */
const batchPauseMs = 5

/**
 * Starts sending: wakes on demand and by polling, schedules due mailings, queues their mails, and sends what is
 * waiting. It never throws and does not keep the process alive; when idle it only reads.
 */
export function startSender({ onEvent, ...options }: SenderOptions) {
  const { close } = options.transport
  const stopped = new AbortController()
  const onTrouble = (error: unknown) => onEvent({ event: 'mail-trouble', error })
  const context: SendContext = { ...options, onTrouble, stopSignal: stopped.signal }
  const pace = createPace(options.now)
  let isStopping = false
  let isWakePending = false
  let currentRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Mails since the last line about them. */
  let counts = { sent: 0, failed: 0 }

  async function run(): Promise<void> {
    try {
      do {
        isWakePending = false
        if (await hasWork(context)) await sendDueMails()
        else reportCounts()
      } while (isWakePending && !isStopping)
    } catch (error) {
      if (!stopped.signal.aborted) onTrouble(error)
    }
  }

  async function sendDueMails(): Promise<void> {
    const { db, clock, now } = context
    const isSender = await runAsSender(context, async (tx) => {
      await scheduleReminders(tx, await clock(tx), now())
      await updateDistantRetries(tx, now())
      return true
    })
    if (!isSender) return
    for (const { id } of await listDueMailings(db, await clock(db))) {
      const queueNext = async (tx: Db) => queueMailingBatch(tx, { id, gameNow: await clock(tx), now: now() })
      while (!isStopping && (await runAsSender(context, queueNext))) await pause(batchPauseMs)
    }
    const until = performance.now() + maxRunMs
    let isMore = true
    while (isMore && !isStopping && pace.pauseLeft() === 0) {
      if (performance.now() > until) {
        isWakePending = true
        break
      }
      const results = await sendBatch(context, pace.concurrency())
      isMore = results.length > 0
      await learnFrom(results)
    }
    // At a slow pace there is one line for many mails.
    if (!isMore || pace.pauseLeft() === 0) reportCounts()
  }

  function reportCounts(): void {
    if (counts.sent + counts.failed > 0) onEvent({ event: 'mails-sent', ...counts })
    counts = { sent: 0, failed: 0 }
  }

  /** A mail server error is reported once; mails that it refused for reasons of its own wait again. */
  async function learnFrom(results: readonly SendResult[]): Promise<void> {
    const { away, isBack, restored } = pace.observe(results)
    const reason = away ?? 'The mail server refuses every mail.'
    const nextTryAt = context.now() + restoredDelayMs
    for (const mail of restored) await storeOutcome(context, mail, { state: 'waiting', reason, nextTryAt })
    for (const { mail, outcome } of results) {
      if (outcome.state === 'sent') counts.sent += 1
      if (outcome.state !== 'failed' || restored.includes(mail)) continue
      counts.failed += 1
      onEvent({ event: 'mail-failed', kind: mail.kind, reason: outcome.reason })
    }
    if (away !== undefined) onEvent({ event: 'mail-server-away', reason: away })
    if (isBack) onEvent({ event: 'mail-server-back' })
  }

  let stopping: Promise<void> | undefined
  async function shutDown(): Promise<void> {
    isStopping = true
    clearTimeout(timer)
    senders.delete(sender)
    const closeTimer = setTimeout(() => {
      close()
      stopped.abort()
    }, stopTimeoutMs)
    await currentRun
    reportCounts()
    clearTimeout(closeTimer)
    close()
    await deleteSenderLease(context.db, context.holder).catch(onTrouble)
  }

  const sender = {
    /** Triggers a run at once. Returns immediately. */
    wake() {
      isWakePending = true
      if (isStopping || currentRun) return
      clearTimeout(timer)
      currentRun = run().finally(() => {
        currentRun = undefined
        if (!isStopping) timer = setTimeout(sender.wake, Math.min(pollMs, pace.pauseLeft() || pollMs)).unref()
      })
    },
    /** Resolves when the sender is idle. */
    async idle() {
      while (currentRun) await currentRun
    },
    /**
     * Claims no more mails, gives those being sent 5 s, and releases the lease. Repeated calls return the same promise.
     */
    stop() {
      stopping ??= shutDown()
      return stopping
    },
  }
  senders.add(sender)
  sender.wake()
  return sender
}

/** Reads only: an idle sender writes nothing. */
async function hasWork({ db, clock, now }: SendContext): Promise<boolean> {
  const gameNow = await clock(db)
  if ((await listDueMailings(db, gameNow)).length > 0) return true
  for (const isBulk of [0, 1] as const)
    if ((await listDueMails(db, { now: now(), limit: 1, isBulk })).length > 0) return true
  return hasUnscheduledReminders(db, gameNow)
}
