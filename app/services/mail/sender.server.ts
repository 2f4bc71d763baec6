import { setTimeout as pause } from 'node:timers/promises'
import { listDueMailings } from '#db/mail/mailings.server.ts'
import { listDueMails, updateDistantRetries } from '#db/mail/outbox.server.ts'
import { deleteSenderLease } from '#db/mail/sender-lease.server.ts'
import type { Db } from '#db/schema.server.ts'
import { hasUnscheduledReminders, queueMailingBatch, scheduleReminders } from './mailings.server.ts'
import {
  runAsSender,
  type SendContext,
  type SendResult,
  sendBatch,
  sendConcurrency,
} from './send-batch.server.ts'

/** What happens to mails, for the log and for monitoring. Contains no address and no name. */
export type MailEvent =
  | { event: 'mails-sent'; sent: number; failed: number }
  | { event: 'mail-failed'; kind: string; reason: string }
  | { event: 'mail-server-away'; reason: string }
  | { event: 'mail-server-back' }
  | { event: 'mail-trouble'; error: unknown }

interface SenderOptions extends SendContext {
  onEvent: (event: MailEvent) => void
}

export type Sender = ReturnType<typeof startSender>

const senders = new Set<{ wake: () => void }>()

/** Wakes this process's sender; does nothing where mail is disabled. Call it after the commit. */
export function wakeSender(): void {
  for (const sender of senders) sender.wake()
}

/** Backoff after a mail server error, in ms: grows while errors continue. */
const minBackoffMs = 5_000
const maxBackoffMs = 60_000
const stopTimeoutMs = 5_000
/** How long to send before checking again what is due: a reminder does not wait behind a hundred thousand mails. */
const maxRunMs = 30_000
/** Poll interval in ms: other processes do not wake this sender. */
const pollMs = 10_000
/** Pause between two batches, so that other transactions can write. */
const batchPauseMs = 5

/**
 * Starts sending: wakes on demand and by polling, schedules due mailings, queues their mails, and sends what is
 * waiting. It never throws and does not keep the process alive; when idle it only reads.
 */
export function startSender({ onEvent, ...context }: SenderOptions) {
  const { close } = context.transport
  let isStopping = false
  let isWakePending = false
  let currentRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** System clock: the mail server is not contacted before. */
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
    const { db, clock, now } = context
    for (const { id } of await listDueMailings(db, await clock(db))) {
      const queueNext = async (tx: Db) => queueMailingBatch(tx, { id, gameNow: await clock(tx), now: now() })
      while (!isStopping && (await runAsSender(context, queueNext))) await pause(batchPauseMs)
    }
    let sent = 0
    let failed = 0
    const until = performance.now() + maxRunMs
    while (!isStopping && !isBackingOff()) {
      if (performance.now() > until) {
        isWakePending = true
        break
      }
      const results = await sendBatch(context, backoffCount > 0 ? 1 : sendConcurrency)
      if (results.length === 0) break
      sent += results.filter(({ outcome }) => outcome.state === 'sent').length
      failed += results.filter(({ outcome }) => outcome.state === 'failed').length
      reportBatch(results)
    }
    if (sent + failed > 0) onEvent({ event: 'mails-sent', sent, failed })
  }

  /** A backoff longer than the maximum was set while the system clock was ahead. */
  function isBackingOff(): boolean {
    const left = backoffUntil - context.now()
    return left > 0 && left <= maxBackoffMs
  }

  /** A mail server error is reported once; then the server is tried with one mail at a time. */
  function reportBatch(results: readonly SendResult[]): void {
    for (const { mail, outcome } of results)
      if (outcome.state === 'failed')
        onEvent({ event: 'mail-failed', kind: mail.kind, reason: outcome.reason })
    const serverError = results.find((each) => each.serverError !== undefined)?.serverError
    if (serverError !== undefined) {
      if (backoffCount === 0) onEvent({ event: 'mail-server-away', reason: serverError })
      backoffUntil = context.now() + Math.min(maxBackoffMs, minBackoffMs * 2 ** backoffCount)
      backoffCount += 1
    } else if (backoffCount > 0 && results.some(({ outcome }) => outcome.state === 'sent')) {
      onEvent({ event: 'mail-server-back' })
      backoffCount = 0
    }
  }

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

  const sender = {
    /** Triggers a run at once. Returns immediately. */
    wake() {
      isWakePending = true
      if (isStopping || currentRun) return
      clearTimeout(timer)
      currentRun = run().finally(() => {
        currentRun = undefined
        if (!isStopping) timer = setTimeout(sender.wake, pollMs).unref()
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

/** Schedules due reminders. Undefined while another process is sending. */
async function prepareRun(context: SendContext): Promise<true | undefined> {
  const { clock, now } = context
  return runAsSender(context, async (tx) => {
    await scheduleReminders(tx, await clock(tx), now())
    await updateDistantRetries(tx, now())
    return true as const
  })
}
