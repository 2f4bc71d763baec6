import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  affordableCodes,
  before,
  beforeFinal,
  between,
  finalDeadline,
  firstDeadline,
  lineupsOf,
  loginWithTeam,
  saveTeam,
  scoreRound,
  teamOf,
} from '#tests/support/game-steps.ts'
import { fieldNamed, hrefOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** A late join sees what is missed, and confirms once before the save that locks the team (D7). */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
})
afterAll(() => app.close())

let visitors = 0
const stranger = () => {
  visitors += 1
  return `visitor ${visitors}`
}

/** The text of the open dialog; empty without one. */
function dialogOf(page: PageResponse): string {
  const [dialog = ''] = /<dialog[\s\S]*<\/dialog>/.exec(page.html) ?? []
  return textOf(dialog)
}

test('a late join may still create a team, has line-ups for open rounds only, and is locked at once', async () => {
  const name = stranger()
  const as = await app.login(name)
  await app.setClock(between)
  const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
  const missed = 'You missed the first semi-final, so you have no points from there.'
  expect(page.text).toContain(`${missed} Saving locks your six.`)
  expect(page.text).not.toContain('You can change your team freely')
  const pressed = await app.press(page, 'Save Team', { teamName: 'Late', managerName: 'L.' }, { as })
  expect(pressed.status).toBe(303)
  const asked = await app.follow(pressed, { as })
  expect(dialogOf(asked)).toContain(`${missed} Saving locks these six.`)
  expect(await teamOf(app, name), 'nothing is saved before the answer').toBeUndefined()
  const kept = await app.follow(await app.press(asked, 'Keep editing', {}, { as }), { as })
  expect([dialogOf(kept), fieldNamed(kept.html, 'Team name')?.get('value')]).toEqual(['', 'Late'])
  const saved = await app.press(asked, 'Save and lock', {}, { as })
  expect([saved.status, saved.location]).toEqual([303, '/game'])
  const dashboard = await app.follow(saved, { as })
  expect(toastsOf(dashboard.html)).toEqual([
    'Team saved successfully Your team has been updated. Your six are on. Set line-up Invite friends',
  ])
  const order = `${affordableCodes.join('.')}*`
  expect(await lineupsOf(app, name)).toEqual({ 2: order, 3: order })
  expect((await app.get('/game/team', { as })).status).toBe(409)
  expect((await saveTeam(app, as, { teamName: 'Later' })).status).toBe(409)
  expect(await teamOf(app, name)).toMatchObject({ teamName: 'Late' })
})

test('a confirmation from before the second show is asked again after it', async () => {
  const name = stranger()
  const as = await app.login(name)
  await app.setClock(between)
  const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
  const names = { teamName: 'Late', managerName: 'L.' }
  const asked = await app.follow(await app.press(page, 'Save Team', names, { as }), { as })
  await app.setClock(beforeFinal)
  const again = await app.follow(await app.press(asked, 'Save and lock', {}, { as }), { as })
  expect(dialogOf(again)).toContain(
    'You missed the first semi-final and the second semi-final, so you have no points from there.',
  )
  expect(await teamOf(app, name)).toBeUndefined()
  expect((await app.press(again, 'Save and lock', {}, { as })).location).toBe('/game')
  expect(await teamOf(app, name)).toMatchObject({ teamName: 'Late' })
})

test('a page that was open before the first deadline gets the confirmation too', async () => {
  const name = stranger()
  const as = await app.login(name)
  await app.setClock('2025-05-13T18:59:30Z')
  const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
  expect(page.text).not.toContain('You missed')
  await app.setClock(firstDeadline)
  const pressed = await app.press(page, 'Save Team', { teamName: 'Late', managerName: 'L.' }, { as })
  expect(dialogOf(await app.follow(pressed, { as }))).toContain('You missed the first semi-final')
  expect(await teamOf(app, name)).toBeUndefined()
})

test('an incomplete late team is refused without a confirmation, and no URL opens the dialog without six countries', async () => {
  const name = stranger()
  const as = await app.login(name)
  await app.setClock(between)
  const short = await saveTeam(app, as, { codes: affordableCodes.slice(1) })
  expect([short.status, toastsOf(short.html)]).toEqual([
    422,
    ['Invalid team You must select exactly 6 countries for your team.'],
  ])
  expect(dialogOf(await app.get('/game/team?late=1', { as })), 'nobody is asked about five').toBe('')
  await app.setClock(before)
  expect(dialogOf(await app.get('/game/team?late=1', { as }))).toBe('')
  await app.setClock(finalDeadline)
  expect(dialogOf(await app.get('/game/team?late=1', { as }))).toBe('')
})

test.each(['/game/lineup', '/game/results', '/game/leagues', '/game/history', '/game/compare?team=1'])(
  'the card of %s that sends a newcomer to the team says what is lost, beside the words of the spec',
  async (path) => {
    const as = await app.login(stranger())
    const words = 'You have not created a team yet. Please create a team before continuing.'
    await app.setClock(before)
    const early = await app.get(path, { as })
    expect(early.text).toContain(words)
    expect(early.text).not.toContain('You missed')
    expect(early.text).toContain('You will still be able to change your team')
    await app.setClock(between)
    const late = await app.get(path, { as })
    expect(late.text).toContain(words)
    expect(late.text).not.toContain('You will still be able to change your team')
    expect(late.text).toContain(
      'You missed the first semi-final, so you have no points from there. A team that you save now is locked at once.',
    )
    await app.setClock(finalDeadline)
    const over = await app.get(path, { as })
    expect(over.text).not.toMatch(/still be able to change|You missed|Create (Your )?Team/)
    expect(hrefOf(over.html, 'Explore the countries')).toBe('/game/team')
  },
)

test('the live page of the final offers a newcomer nothing that is over', async () => {
  const as = await app.login(stranger())
  await app.setClock(finalDeadline)
  const page = await app.get('/game/live', { as })
  expect(page.text).toContain('You have no team Every round of this season is closed')
  expect(page.text).not.toContain('Create Your Team')
  expect(hrefOf(page.html, 'Who holds whom')).toBe('/game/countries')
})

test('with a ranking the page of a late join does not say that there is none', async () => {
  await app.setClock(before)
  await loginWithTeam(app, 'in time')
  await app.setClock(between)
  await scoreRound(app, world, 1)
  const as = await app.login(stranger())
  await saveTeam(app, as, { intent: 'join-late:1', teamName: 'Late' })
  const page = await app.get('/game', { as })
  expect(page.text).toContain('Late, managed by Someone.')
  expect(page.text).toMatch(/Total points 0 Global rank # \d/)
  expect(page.text).not.toContain('No ranking available yet')
})
