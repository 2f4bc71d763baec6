import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { loginWithTeam, pointsOf } from '#tests/support/game-steps.ts'
import { toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** A whole season by one button (F8): every page shows what the desk would have made. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
})
afterAll(() => app.close())

const play = async (path = '/game/live') =>
  app.press(
    await app.get('/'),
    'Play the show',
    {},
    { as: world.anna, headers: { Referer: new URL(path, app.origin).href } },
  )
async function see() {
  const pressed = await play()
  expect(pressed.status).toBe(303)
  return app.follow(pressed, { as: world.anna })
}
const publications = async () =>
  (await app.db.selectFrom('publications').select(['kind', 'rounds']).orderBy('id').execute()).map(
    ({ kind, rounds }) => `${kind} ${rounds}`,
  )

test('each press is a step of the show, until the season is over; then it says so', async () => {
  const begun = await play('/songs?show=1')
  expect([begun.status, begun.location]).toEqual([303, '/songs?show=1'])
  const songs = [await see(), await see(), await see()]
  expect(songs.map(({ text }) => ['Sings 8th', 'Sung'].find((words) => text.includes(words)))).toEqual([
    'Sings 8th',
    'Sung',
    'Sung',
  ])
  expect((await see()).text).toMatch(/Live, not official/)
  for (let step = 0; step < 10; step += 1) await play()
  expect((await publications()).filter((each) => each === 'live 1')).toHaveLength(10)
  expect((await publications()).at(-1)).toBe('official 1')
  expect(Object.keys(await pointsOf(app, 1))).toHaveLength(10)

  let presses = 0
  const votes: string[] = []
  while (!(await publications()).includes('official 1.2.3')) {
    const { text } = await see()
    votes.push(...(/\d+ of 26 read out/.exec(text) ?? []))
    presses += 1
  }
  expect(
    [votes[0], votes[1], votes.at(-1)],
    'the juries first, then the viewers from their last place up',
  ).toEqual(['0 of 26 read out', '1 of 26 read out', '26 of 26 read out'])
  expect(presses, 'begin, songs, qualifiers or votes, and the official results of two shows').toBe(16 + 33)
  const official = (await publications()).filter((each) => each.startsWith('official'))
  expect(official).toEqual(['official 1', 'official 1.2', 'official 1.2.3'])
  expect(await pointsOf(app, 3)).toMatchObject({ AT: 436, IL: 357, EE: 356 })
  const end = await app.follow(await play('/'), { as: world.anna })
  expect(toastsOf(end.html).join()).toContain('The show is over')
}, 60_000)

test('after a jump back it plays again, without the points of the first time', async () => {
  await app.setClock('2025-05-13T18:59:00Z')
  const back = await app.post('/demo/clock', { now: '2025-05-10T12:00:00Z' })
  expect(back.status).toBe(303)
  await play()
  expect(await pointsOf(app, 1)).toEqual({})
  for (let step = 0; step < 4; step += 1) await play()
  expect(Object.values(await pointsOf(app, 1))).toEqual([50])
})

test('it leads to no other site', async () => {
  const answer = await app.post(
    '/demo/rehearsal',
    { step: 'next' },
    { headers: { Referer: 'https://evil.example//evil.example' } },
  )
  expect([answer.status, answer.location]).toEqual([303, '/'])
})
