import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { awaitRenewals } from '#app/auth/session/session-renewal.server.ts'
import { storeSessionUses } from '#app/auth/session/session-uses.server.ts'
import { config } from '#app/config.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { healthState } from '#app/server/monitoring/health.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { closeVersions, readVersions } from '#app/server/versions.server.ts'
import { deleteExpiredAddresses } from '#app/services/mail/addresses.server.ts'
import { type MailEvent, type Sender, startSender } from '#app/services/mail/sender.server.ts'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { clock, db, followDatabaseClock, systemNow } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

const refreshIntervalMs = 1_000
const cleanupIntervalMs = 60 * 60_000
/** How long the start waits for results; slower ones are loaded while requests are served. */
const maxLoadMs = 20_000
/** How long the end waits for the uses of sessions. */
const maxStoreMs = 1_500

let sender: Sender | undefined
let cleanupTimer: NodeJS.Timeout | undefined
let refreshTimer: NodeJS.Timeout | undefined
let isRunning = false

/**
 * Starts the background work: results, mails, cleanup. Resolves once the published results are loaded. Rejects when the
 * database cannot be written, as while another process holds its lock. Reading the versions marks a server's database as served,
 * and does so again each second after its connection was lost.
 */
export async function startBackgroundWork(): Promise<void> {
  await db.transaction().execute(async () => {})
  await readVersions()
  await followDatabaseClock()
  isRunning = true
  await Promise.race([refreshResults(), pause(maxLoadMs, undefined, { ref: false })])
  sender = startMailSender()
  cleanupTimer = setInterval(deleteUnconfirmedAddresses, cleanupIntervalMs).unref()
  deleteUnconfirmedAddresses()
}

/** Stops taking new mails; those being sent are finished while the last requests are handled. */
export function stopMailSender(): void {
  sender?.stop()
}

/**
 * Stops all background work and closes the database, after the last request. Resolves once the last mail is sent or back in
 * the outbox.
 */
export async function closeResources(): Promise<void> {
  isRunning = false
  clearInterval(cleanupTimer)
  clearTimeout(refreshTimer)
  await sender?.stop()
  await awaitRenewals()
  await Promise.race([storeSessionUses(db), pause(maxStoreMs, undefined, { ref: false })])
  closeVersions()
  await db.destroy()
}

/** Loads published results and the line-ups of closed rounds, so that no request waits for them. */
async function refreshResults(): Promise<void> {
  try {
    await readVersions()
    await followDatabaseClock()
    const game = await findActiveGame(db)
    if (game) await scoreboards.refresh(game)
  } catch (error) {
    logLine('error', 'results-not-loaded', describeError(error))
  }
  if (isRunning) refreshTimer = setTimeout(refreshResults, refreshIntervalMs).unref()
}

function deleteUnconfirmedAddresses(): void {
  tryWrite(deleteExpiredAddresses(db, systemNow())).catch((error) =>
    logLine('error', 'bug', describeError(error)),
  )
}

/** Undefined where no mail server is configured. */
function startMailSender(): Sender | undefined {
  if (!config.mail) return undefined
  const { smtpUrl, from } = config.mail
  return startSender({
    db,
    clock,
    now: systemNow,
    transport: openTransport(smtpUrl, { name: new URL(config.origin).hostname }),
    from,
    readResults: scoreboards.read,
    links: mailLinks,
    holder: randomUUID(),
    onEvent: logMailEvent,
  })
}

/** Logs an event of the mail sender, and records for /healthz whether the mail server accepts mails. */
function logMailEvent({ event, ...fields }: MailEvent): void {
  if (event === 'mail-server-away' || event === 'mail-server-back')
    healthState.isMailServerDown = event === 'mail-server-away'
  const details = 'error' in fields ? describeError(fields.error) : fields
  logLine(event === 'mails-sent' || event === 'mail-server-back' ? 'info' : 'warn', event, details)
}
