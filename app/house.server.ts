import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { methodsAt } from '#app/api/methods.ts'
import { findCaller } from '#app/auth/bearer.server.ts'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { prepareVisitor } from '#app/auth/prepare-visitor.server.ts'
import { providerWaitOf } from '#app/auth/provider-wait.server.ts'
import { finishRenewals } from '#app/auth/renewal.server.ts'
import { config } from '#app/config.server.ts'
import { nextPublicChange } from '#app/game/public-change.ts'
import { openAddresses } from '#app/http/address.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { openBodies, type SenderRole } from '#app/http/bodies.server.ts'
import { limitConcurrency } from '#app/http/concurrency.server.ts'
import { watchEventLoop } from '#app/http/event-loop-delay.server.ts'
import { knowFiles } from '#app/http/files.server.ts'
import { findForms } from '#app/http/form-addresses.server.ts'
import { type Arrival, judge } from '#app/http/front.server.ts'
import { createGate } from '#app/http/gate.server.ts'
import { baseHeaders, dressOther, lighten, sealed } from '#app/http/headers.server.ts'
import { noteMailServer } from '#app/http/health.server.ts'
import { openKeptLists } from '#app/http/kept-lists.server.ts'
import { sendKept } from '#app/http/kept-page.server.ts'
import { asOneAnswer, describeError, logLine, logSoon, onBehalf, requestId } from '#app/http/log.server.ts'
import {
  bringsFlood,
  endRefusal,
  hungUp,
  isAmbiguous,
  patience,
  stalledMs,
  toArrival,
  toRequest,
  whileWaiting,
} from '#app/http/node.server.ts'
import { packResponse, sendPacked, wantedBy } from '#app/http/packed.server.ts'
import { openPublicPages } from '#app/http/public-pages.server.ts'
import { watchQuiet } from '#app/http/quiet.server.ts'
import { wishOf } from '#app/http/rank.server.ts'
import { answerRefusal } from '#app/http/refusal.server.ts'
import { logRequest } from '#app/http/request-log.server.ts'
import { readTarget } from '#app/http/request-target.server.ts'
import {
  places,
  refuseExcess,
  refuseFull,
  room,
  signInLine,
  turnAway,
  waitsMs,
} from '#app/http/room.server.ts'
import { preferSqueezed } from '#app/http/squeezed.server.ts'
import { openHealth } from '#app/http/tell-health.server.ts'
import { answerUnreadable } from '#app/http/unreadable.server.ts'
import { startWatchdog } from '#app/http/watchdog.server.ts'
import { scoreboards } from '#app/scoreboards.server.ts'
import { forgetUnconfirmed } from '#app/services/mail-addresses.server.ts'
import { type MailEvent, type Sender, startSender } from '#app/services/mail-runner.server.ts'
import { openTransport } from '#app/services/mail-transport.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { watchVersions } from '#db/versions.server.ts'

let versions: ReturnType<typeof watchVersions> | undefined
let sender: Sender | undefined
let forgetting: NodeJS.Timeout | undefined
let keepingUp: NodeJS.Timeout | undefined
let isOpen = true

/** What server.ts takes from here, so that there is one database, one set of limits, one of everything. */
export const house = {
  config,
  /** Judges what arrives; which pages have a form is read from the build's routes, once. */
  judgeFor(routes: ServerBuild['routes']) {
    const addresses = { methodsAt, hasForm: findForms(routes) }
    return (arrival: Arrival) => judge(arrival, config.origin, addresses)
  },
  /** Answers by Remix; what is looked up for an answer is looked up once for all its loaders. */
  openRemix(build: ServerBuild, mode: string | undefined) {
    const answer = createRequestHandler(build, mode)
    return (request: Request) => asOneAnswer(() => answer(request))
  },
  refuseExcess,
  refuseFull,
  turnAway,
  room,
  wishOf,
  openAddresses,
  watchQuiet,
  /** Lets one after another through to what costs processor time. */
  openGate: (untilQuiet: (isComputing: () => boolean) => Promise<void>) =>
    createGate({ untilQuiet, now: () => performance.now(), places, waitsMs }),
  openHealth,
  readTarget,
  stalledMs,
  startWatchdog,
  watchEventLoop,
  providerWaitOf,
  whileWaiting,
  signIns: limitConcurrency(room.signIns, signInLine),
  signOuts: limitConcurrency(room.signOuts),
  /** Finds out who asks where that may need the provider, before the request is queued; 'full' when too many are asked about. */
  checkVisitor: (url: URL, { method, cookie, authorization }: Arrival) =>
    visitorChecks.run(() => {
      const headers = toHeaders({ cookie, authorization })
      return prepareVisitor(new Request(url, { method, headers }))
    }),
  /** Whether who sends a save is somebody: a made-up session takes no place of a real one's saves. */
  isKnown: async (sender: Credentials) => (await findRole(sender)) !== 'stranger',
  openBodies: () => openBodies({ findRole }),
  baseHeaders: baseHeaders(config.isHttps),
  sealed,
  dressOther,
  lighten,
  answerRefusal,
  patience,
  isAmbiguous,
  bringsFlood,
  endRefusal,
  answerUnreadable,
  toArrival,
  hungUp,
  toRequest,
  packResponse,
  sendPacked,
  wantedBy,
  onBehalf,
  requestId,
  logLine,
  logSoon,
  logRequest,
  describeError,
  sendKept,
  preferSqueezed,
  knowFiles,
  /**
   * Loads the results in force, and goes on with the mails that were waiting when the last process ended. Who connects meanwhile
   * waits, under systemd's socket too; what takes too long is loaded beside the first requests.
   */
  async resume() {
    await Promise.race([keepUpResults(), pause(longestLoadMs, undefined, { ref: false })])
    sender = openPost()
    forgetting = setInterval(forgetAddresses, 60 * 60_000).unref()
    forgetAddresses()
  },
  /** Sends no more mails: while requests under way finish, those under way do, too. */
  stopSending() {
    sender?.stop()
  },
  /** Keeps the public pages that `askRemix` draws. */
  openPublicPages(askRemix: (request: Request) => Promise<Response>) {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    return openPublicPages({ origin, isHttps, askRemix, nextChangeAt, readVersions: versions.read })
  },
  /** Keeps the lists of the JSON contract. */
  openKeptLists() {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    const hasCaller = async (request: Request) => (await findCaller(request)) !== null
    return openKeptLists({ origin, isHttps, nextChangeAt, hasCaller, readVersions: readVersionsShown })
  },
  async close() {
    clearInterval(forgetting)
    isOpen = false
    clearTimeout(keepingUp)
    await sender?.stop()
    await finishRenewals()
    versions?.close()
    await db.destroy()
  },
}

const visitorChecks = limitConcurrency(room.visitorChecks)

/** Who sends a body. It is unknown while the database or the provider's keys cannot be asked. */
async function findRole(sender: Credentials): Promise<SenderRole> {
  try {
    const caller = await findCaller(new Request(config.origin, { headers: toHeaders(sender) }))
    if (!caller) return 'stranger'
    return mayAdminister(caller) ? 'admin' : 'manager'
  } catch (error) {
    logLine('warn', 'sender not known', describeError(error))
    return 'unknown'
  }
}

type Credentials = Pick<Arrival, 'cookie' | 'authorization'>

function toHeaders({ cookie, authorization }: Credentials): Headers {
  const headers = new Headers({ Cookie: cookie ?? '' })
  if (authorization !== undefined) headers.set('Authorization', authorization)
  return headers
}

/** What nobody confirmed is forgotten also where nobody asks for anything. */
function forgetAddresses(): void {
  attempt(forgetUnconfirmed(db, Date.now())).catch((error) => logLine('error', 'bug', describeError(error)))
}

/** Starts sending mails; undefined where no mail server is configured. */
function openPost(): Sender | undefined {
  if (!config.mail) return undefined
  const { smtpUrl, from } = config.mail
  const transport = openTransport(smtpUrl)
  return startSender({
    db,
    clock,
    now: Date.now,
    transport,
    close: transport.close,
    from,
    readResults: scoreboards.read,
    links: mailLinks,
    holder: randomUUID(),
    note: noteMails,
  })
}

/** A line in the log for what happens to mails, and for /healthz whether the mail server takes any. */
function noteMails({ event, ...fields }: MailEvent): void {
  if (event === 'mail-server-away' || event === 'mail-server-back')
    noteMailServer(event === 'mail-server-away')
  const told = 'error' in fields ? describeError(fields.error) : fields
  logLine(event === 'mails-sent' || event === 'mail-server-back' ? 'info' : 'warn', event, told)
}

/** What lists show changes with the database, and when this process has new results: both only count up. */
function readVersionsShown() {
  versions ??= watchVersions(config.databaseFile)
  const read = versions.read()
  return { ...read, ranking: read.ranking + scoreboards.changes() }
}

const keepUpMs = 1_000
const longestLoadMs = 20_000

/** Holds the results in force and the line-ups of closed rounds, so that nobody who asks waits for them. */
async function keepUpResults(): Promise<void> {
  try {
    const game = await findActiveGame(db)
    if (game) await scoreboards.keepUp(game)
  } catch (error) {
    logLine('error', 'results-not-loaded', describeError(error))
  }
  if (isOpen) keepingUp = setTimeout(keepUpResults, keepUpMs).unref()
}

/** On the system clock, because game time is not known at once. A jump of the demo's clock bumps the versions. */
async function nextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveGame(db)
  return systemNow + nextPublicChange(now, { game, isDemo: config.isDemo }) - now
}
