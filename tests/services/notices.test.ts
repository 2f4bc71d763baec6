import { afterEach, beforeEach, expect, test } from 'vitest'
import { dismissNotice, listNotices } from '#app/services/notices.server.ts'
import { firstDeadline, hour, openMailWorld } from './mail-world.ts'

/** What the site tells in the place of mails. */
let world: Awaited<ReturnType<typeof openMailWorld>>
beforeEach(async () => {
  world = await openMailWorld()
})
afterEach(() => world.close())

test('who has a confirmed address is told by mail alone, and by the site where this server sends none', async () => {
  const { managerId } = await world.fan('anna')
  const now = firstDeadline - hour
  const asked = { managerId, now }
  expect(await listNotices(world.db, { ...asked, isMailOn: true })).toEqual([])
  const [first, ...rest] = await listNotices(world.db, { ...asked, isMailOn: false })
  if (!first) throw new Error('Nothing is told')
  const away = { managerId, cause: first.name, now: world.now(), gameTime: now, isMailOn: false }
  await dismissNotice(world.db, away)
  expect(await listNotices(world.db, { ...asked, isMailOn: false })).toEqual(rest)
})
