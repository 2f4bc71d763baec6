import { afterEach, beforeEach, expect, test } from 'vitest'
import { dismissNotice, listNotices } from '#app/services/notices/notices.server.ts'
import { firstDeadline, hour, openMailWorld } from '../mail/mail-world.ts'

const secondDeadline = Date.parse('2025-05-15T19:00:00Z')

/** The site's notices, which replace mails. */
let world: Awaited<ReturnType<typeof openMailWorld>>
beforeEach(async () => {
  world = await openMailWorld()
})
afterEach(() => world.close())

test('a manager with a confirmed address is notified by mail only, and by the site where mail is disabled', async () => {
  const { managerId } = await world.fan('anna')
  const now = firstDeadline - hour
  const manager = { managerId, now }
  expect(await listNotices(world.db, { ...manager, isMailOn: true })).toEqual([])
  const [first, ...rest] = await listNotices(world.db, { ...manager, isMailOn: false })
  if (!first) throw new Error('Nothing is told')
  const away = { managerId, cause: first.name, now: world.now(), gameTime: now, isMailOn: false }
  await dismissNotice(world.db, away)
  expect(await listNotices(world.db, { ...manager, isMailOn: false })).toEqual(rest)
})

test('the results of a show are a notice from their due time until the next show begins', async () => {
  const { managerId } = await world.fan('björn')
  await world.saveTeam({ managerId }, 'Lamps')
  const listNames = async (gameTime: number) => {
    world.setClock(gameTime)
    const notices = await listNotices(world.db, { managerId, now: gameTime, isMailOn: false })
    return notices.map(({ name }) => name).filter((name) => name.startsWith('results'))
  }
  world.setClock(firstDeadline + 2 * hour)
  await world.compute(1)
  const first = `results:${world.contest.id}:1`
  expect(await listNames(firstDeadline + 2 * hour)).toEqual([])
  expect(await listNames(firstDeadline + 4 * hour)).toEqual([first])
  expect(await listNames(secondDeadline - 1)).toEqual([first])
  expect(await listNames(secondDeadline), 'the second show is on the air').toEqual([])
  world.setClock(secondDeadline + 2 * hour)
  await world.compute(2)
  expect(
    await listNames(secondDeadline + 2 * hour),
    'the second results are in, their hour has not come',
  ).toEqual([])
  expect(await listNames(secondDeadline + 4 * hour)).toEqual([`results:${world.contest.id}:2`])
})
