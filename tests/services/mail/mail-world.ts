import { mailLinks } from '#app/auth/mail-links.server.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { type MailEvent, startSender } from '#app/services/mail/sender.server.ts'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { insertMailAddress, updateMailAddress } from '#db/mail/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openTestScoreboards, publishPoints } from '../../support/scoreboards.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const minute = 60_000
export const hour = 60 * minute
export const firstDeadline = Date.parse('2025-05-13T19:00:00Z')
const teamCodes = ['AT', 'EE', 'IT', 'PL', 'PT', 'LV']
const everything = { season: true, reminder: true, results: true }

/**
 * The season of 2025 with managers who have addresses, a fake system clock, and senders that use real SMTP. With `isRealTime` the
 * system clock is the machine's.
 */
export async function openMailWorld(given?: Db, { isRealTime = false } = {}) {
  const store = await openTestDatabase(given)
  const { db, contest } = store
  let passed = 0
  const now = () => (isRealTime ? Date.now() : Date.parse('2026-01-01T00:00:00Z')) + passed
  const scoreboards = openTestScoreboards(db, store.clock)
  const events: MailEvent[] = []
  const started: { stop: () => Promise<void> }[] = []

  return {
    ...store,
    /** All logged events. */
    events,
    /** Advances system time by `ms`. */
    pass(ms: number) {
      passed += ms
    },
    now,
    /** A manager with a confirmed address, at example.org for a bare name, by default subscribed to everything. */
    async fan(name: string, choices: Partial<NotificationChoices> = {}, timeZone: string | null = null) {
      const managerId = await store.manager(name)
      const addressId = await insertMailAddress(db, {
        managerId,
        address: name.includes('@') ? name : `${name}@example.org`,
        timeZone,
        now: now(),
      })
      await updateMailAddress(db, addressId, { confirmedAt: now(), choices: { ...everything, ...choices } })
      return { managerId, addressId }
    },
    saveTeam: ({ managerId }: { managerId: number }, teamName: string) =>
      saveTeam(db, {
        managerId,
        input: { teamName, managerName: 'Someone', codes: teamCodes },
        clock: store.clock,
      }),
    saveLineup: ({ managerId }: { managerId: number }, roundNumber: number) =>
      saveLineup(db, {
        managerId,
        input: { roundNumber, codes: [...teamCodes].reverse(), alsoLater: false },
        clock: store.clock,
      }),
    /** Saves and computes a round in which each of the six countries earns `points`. */
    async compute(roundNumber: number, points = 50) {
      const scores = contest.entries.map(({ id, code }) => ({
        entryId: id,
        points: teamCodes.includes(code) ? points : 0,
      }))
      const round = { gameId: contest.id, roundNumber, scores, clock: store.clock, scoreboards }
      const published = await publishPoints(db, round)
      if (!published.ok) throw new Error(published.problem)
    },
    /** Starts a sender for a mail server, optionally on its own connection. */
    async send(
      url: string,
      {
        on = db,
        holder = 'one',
        stepTimeout = 5_000,
        totalTimeout = 5_000,
        onEvent = (_: MailEvent): void => undefined,
      } = {},
    ) {
      const sender = startSender({
        db: on,
        clock: store.clock,
        now,
        readResults: scoreboards.read,
        transport: openTransport(url, { name: 'douze.example', stepTimeout, totalTimeout }),
        from: { name: 'Douze', address: 'douze@douze.example' },
        links: mailLinks,
        holder,
        onEvent(event) {
          events.push(event)
          onEvent(event)
        },
      })
      started.push(sender)
      await sender.idle()
      return {
        /** Wakes the sender, and waits until it is idle. */
        async look() {
          sender.wake()
          await sender.idle()
        },
        stop: sender.stop,
      }
    },
    outbox: (on: Db = db) =>
      on
        .selectFrom('outbox')
        .select(['cause', 'state', 'tries', 'reason', 'message_id as messageId'])
        .orderBy('id')
        .execute(),
    async close() {
      for (const sender of started) await sender.stop()
      await db.destroy()
    },
  }
}
