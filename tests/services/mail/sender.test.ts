import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueMailingBatch } from '#app/services/mail/mailings.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { updateResultsChoice, updateRevealedRound } from '#db/accounts/results-choices.server.ts'
import { listDueMailings, resetFutureMailings } from '#db/mail/mailings.server.ts'
import { queueMails } from '#db/mail/outbox.server.ts'
import { countWrites } from '#tests/support/databases.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { firstDeadline, hour, openMailWorld } from './mail-world.ts'

/** Who gets which mail, when, and how often: with a real SMTP server. */
let world: Awaited<ReturnType<typeof openMailWorld>>
let mailbox: Awaited<ReturnType<typeof openMailbox>>

beforeEach(async () => {
  world = await openMailWorld()
  mailbox = await openMailbox()
})
afterEach(async () => {
  await world.close()
  await mailbox.close()
})

/** Recipients and subjects, sorted. */
const arrived = () => mailbox.mails.map((mail) => `${mail.to?.[0]?.address} ${mail.subject}`).toSorted()
const mailTo = (name: string) => {
  const mail = mailbox.mails.findLast((each) => each.to?.[0]?.address === `${name}@example.org`)
  if (!mail) throw new Error(`No mail for ${name}`)
  return { ...mail, text: mail.text ?? '', html: mail.html ?? '' }
}
const headerOf = (name: string, key: string) => mailTo(name).headers.find((each) => each.key === key)?.value

async function activate2026() {
  const season = findBundledSeason(2026)
  if (!season) throw new Error('There is no season 2026')
  await loadSeason(world.db, season)
  await activateSeason(world.db, 2026)
}

describe('the activation of a season', () => {
  test('is mailed once to all subscribers, and to nobody else', async () => {
    await world.fan('anna')
    await world.fan('björn'.normalize('NFD').replace(/\p{M}/gu, ''))
    await world.fan('carla', { season: false })
    const sender = await world.send(mailbox.url)
    mailbox.mails.length = 0
    await activate2026()
    await sender.look()
    const expected = ['anna', 'bjorn'].map((name) => `${name}@example.org The 2026 game has begun`)
    expect(arrived()).toEqual(expected)
    await activateSeason(world.db, 2025)
    await activateSeason(world.db, 2026)
    await sender.look()
    expect(arrived()).toEqual(expected)
  })

  test('has equal text and HTML parts, with its deadline and one-click unsubscribe', async () => {
    const { addressId } = await world.fan('anna', {}, 'Europe/London')
    await world.send(mailbox.url)
    const { subject, text, html, messageId, from } = mailTo('anna')
    expect(subject).toBe('The 2025 game has begun')
    expect(from).toEqual({ name: 'Douze', address: 'douze@douze.example' })
    for (const words of ['Basel', 'May 13, 20:00 BST (May 13, 21:00 CEST in Basel)', '/game/team'])
      for (const form of [text, html]) expect(form).toContain(words)
    expect(messageId).toMatch(/^<[0-9a-f]{32}@localhost>$/)
    expect(headerOf('anna', 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const ending = headerOf('anna', 'list-unsubscribe')?.slice(1, -1) ?? ''
    expect(ending).toContain(`/notifications/unsubscribe?token=season.${addressId}.0.`)
    expect(text).toContain(ending)
    expect(html).not.toMatch(/<(img|script|link|iframe)/)
  })

  test('resumes where a killed process ended, and nobody gets two mails', async () => {
    for (const name of ['anna', 'bjorn', 'carla', 'dora', 'ella']) await world.fan(name)
    const [mailing] = await listDueMailings(world.db, 0)
    const step = { id: mailing?.id ?? 0, gameNow: await world.clock(), now: world.now(), size: 2 }
    const isMore = await world.db.transaction().execute((tx) => queueMailingBatch(tx, step))
    expect([isMore, (await world.outbox()).length]).toEqual([true, 2])
    await world.send(mailbox.url)
    expect(arrived()).toHaveLength(5)
    expect(new Set(arrived()).size).toBe(5)
  })
})

describe('a reminder', () => {
  const hoursBefore = (hours: number) => world.setClock(firstDeadline - hours * hour)

  test('is sent 24 and 2 hours before a deadline to managers without a team or with an automatic line-up', async () => {
    const anna = await world.fan('anna', { season: false }, 'America/New_York')
    const bjorn = await world.fan('bjorn', { season: false })
    await world.fan('dora', { season: false })
    await world.fan('ella', { season: false, reminder: false })
    for (const fan of [anna, bjorn]) await world.saveTeam(fan, 'Lamps')
    await world.saveLineup(bjorn, 1)
    hoursBefore(24.1)
    const sender = await world.send(mailbox.url)
    expect(arrived()).toEqual([])
    hoursBefore(24)
    await sender.look()
    await sender.look()
    expect(arrived()).toEqual([
      'anna@example.org Your line-up for the first semi-final is not set',
      'dora@example.org You have no team for the first semi-final yet',
    ])
    expect(mailTo('anna').text).toContain('May 13, 15:00')
    expect(mailTo('anna').text).toContain('May 13, 21:00 CEST in Basel')
    expect(mailTo('anna').text).toContain('/game/lineup?round=1')
    await world.saveLineup(anna, 1)
    hoursBefore(2)
    await sender.look()
    expect(arrived().filter((line) => line.startsWith('anna'))).toHaveLength(1)
    expect(arrived().filter((line) => line.startsWith('dora'))).toHaveLength(2)
    world.setClock(firstDeadline)
    await world.fan('frida', { season: false })
    await sender.look()
    expect(arrived()).toHaveLength(3)
  })

  test('is sent again for a corrected deadline, to those who got the old one', async () => {
    await world.fan('anna', { season: false })
    const sender = await world.send(mailbox.url)
    hoursBefore(24)
    await sender.look()
    const heard = 'anna@example.org You have no team for the first semi-final yet'
    expect(arrived()).toEqual([heard])
    const season = findBundledSeason(2025)
    if (!season) throw new Error('There is no season 2025')
    const rounds = season.rounds.map((round) => ({ ...round, deadlineAt: round.deadlineAt + 48 * hour }))
    await loadSeason(world.db, { ...season, rounds }, firstDeadline - 24 * hour)
    await sender.look()
    expect(arrived()).toEqual([heard])
    world.setClock(firstDeadline + 24 * hour)
    await sender.look()
    expect(arrived()).toEqual([heard, heard])
    expect(mailTo('anna').text).toContain('May 15, 21:00 CEST in Basel')
  })

  test('that waits is dropped once the line-up is saved, the choice withdrawn, or the deadline passed', async () => {
    const [anna, bjorn, carla] = [await world.fan('anna'), await world.fan('bjorn'), await world.fan('carla')]
    for (const fan of [anna, bjorn, carla]) await world.saveTeam(fan, 'Lamps')
    const queue = async ({ managerId, addressId }: typeof anna, roundNumber: number) =>
      queueMails(world.db, [
        {
          ...{ managerId, addressId, kind: 'reminder', gameId: world.contest.id, roundNumber, hours: 24 },
          cause: `reminder:${world.contest.id}:${roundNumber}:24`,
          now: world.now(),
        },
      ])
    await world.db.deleteFrom('mailings').execute()
    hoursBefore(3)
    for (const fan of [anna, bjorn, carla]) await queue(fan, 1)
    await world.saveLineup(anna, 1)
    await world.db
      .updateTable('mail_addresses')
      .set({ wants_reminder: 0 })
      .where('id', '=', bjorn.addressId)
      .execute()
    world.setClock(firstDeadline)
    const late = await world.send(mailbox.url)
    expect(arrived()).toEqual([])
    expect((await world.outbox()).map(({ state, reason }) => [state, reason])).toEqual([
      ['dropped', 'It was no longer news.'],
      ['dropped', 'It was unsubscribed in the meantime.'],
      ['dropped', 'It was no longer news.'],
    ])
    await world.db.deleteFrom('outbox').execute()
    await world.db
      .updateTable('mail_addresses')
      .set({ wants_reminder: 0 })
      .where('id', '=', carla.addressId)
      .execute()
    hoursBefore(3)
    await queue(anna, 1)
    await late.look()
    expect(await world.outbox()).toMatchObject([
      { state: 'dropped', reason: 'The line-up was set in the meantime.' },
    ])
    expect(arrived()).toEqual([])
  })

  test('that the clock jumps over is dropped; after a clock set back and forth, nobody gets two mails', async () => {
    await world.fan('anna', { season: false })
    hoursBefore(30)
    const sender = await world.send(mailbox.url)
    world.setClock(firstDeadline + hour)
    await sender.look()
    expect(arrived()).toEqual([])
    hoursBefore(10)
    await sender.look()
    expect(arrived()).toHaveLength(1)
    hoursBefore(30)
    await world.db.transaction().execute(async (tx) => resetFutureMailings(tx, await world.clock()))
    await world.fan('bjorn', { season: false })
    await sender.look()
    hoursBefore(10)
    await sender.look()
    expect(arrived()).toEqual([
      'anna@example.org You have no team for the first semi-final yet',
      'bjorn@example.org You have no team for the first semi-final yet',
    ])
  })
})

describe('results', () => {
  test('are mailed once, an hour after the last computation, without points and ranks in the preview', async () => {
    const anna = await world.fan('anna', { season: false, reminder: false })
    await world.fan('dora', { season: false, reminder: false })
    await world.saveTeam(anna, 'Lamps')
    await world.db.updateTable('teams').set({ team_name: 'Lamps\r\nBcc: all@example.org <b>&' }).execute()
    const sender = await world.send(mailbox.url)
    world.setClock(firstDeadline + 3 * hour)
    await world.compute(1)
    world.setClock(firstDeadline + 3.5 * hour)
    await world.compute(1, 10)
    world.setClock(firstDeadline + 4.4 * hour)
    await sender.look()
    expect(arrived()).toEqual([])
    world.setClock(firstDeadline + 4.5 * hour)
    await sender.look()
    expect(arrived()).toEqual(["anna@example.org The first semi-final's results are out"])
    const { text, html, bcc } = mailTo('anna')
    expect(text).toContain('“Lamps Bcc: all@example.org <b>&”: 48 points')
    expect(html).toContain('“Lamps Bcc: all@example.org &#60;b&#62;&#38;”: 48 points')
    expect(bcc ?? []).toEqual([])
    expect(text.indexOf('#1')).toBeGreaterThan(text.indexOf('48 points'))
    expect(text.slice(0, 200)).not.toMatch(/48 points|#1/)
    await world.compute(1, 20)
    world.setClock(firstDeadline + 9 * hour)
    await sender.look()
    expect(arrived()).toHaveLength(1)
  })
})

test('a manager who hides results gets their mail without them, until the round is revealed', async () => {
  const anna = await world.fan('anna', { season: false, reminder: false })
  const bjorn = await world.fan('bjorn', { season: false, reminder: false })
  for (const [fan, name] of [
    [anna, 'Lamps'],
    [bjorn, 'Beams'],
  ] as const) {
    await world.saveTeam(fan, name)
    await updateResultsChoice(world.db, fan.managerId, 'hide')
  }
  await updateRevealedRound(world.db, { managerId: bjorn.managerId, year: 2025, roundNumber: 1 })
  const sender = await world.send(mailbox.url)
  world.setClock(firstDeadline + 3 * hour)
  await world.compute(1, 10)
  world.setClock(firstDeadline + 4 * hour)
  await sender.look()
  expect(mailTo('anna').text).toContain('You hide results until you open them')
  for (const body of [mailTo('anna').text, mailTo('anna').html])
    expect(body).not.toMatch(/“Lamps”|48 points|rank #/)
  expect(mailTo('bjorn').text).toContain('“Beams”: 48 points')
})

test('an idle sender writes nothing', async () => {
  await world.fan('anna')
  const sender = await world.send(mailbox.url)
  expect(arrived()).toHaveLength(1)
  const before = await countWrites(world.db)
  await sender.look()
  expect(await countWrites(world.db)).toEqual(before)
})

test('removing an address or a manager deletes the waiting mails', async () => {
  const [anna, bjorn] = [await world.fan('anna'), await world.fan('bjorn')]
  for (const fan of [anna, bjorn])
    await queueMails(world.db, [{ ...fan, cause: 'test:1', kind: 'test', now: world.now() }])
  expect(await world.outbox()).toHaveLength(2)
  await world.db.deleteFrom('mail_addresses').where('id', '=', anna.addressId).execute()
  await world.db.deleteFrom('managers').where('id', '=', bjorn.managerId).execute()
  expect(await world.outbox()).toEqual([])
  await world.send(mailbox.url)
  expect(arrived()).toEqual([])
})
