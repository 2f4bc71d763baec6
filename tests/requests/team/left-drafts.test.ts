import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  affordableCodes,
  before,
  between,
  lineupsOf,
  loginWithTeam,
  teamOf,
} from '#tests/support/game-steps.ts'
import { fieldNamed, findSubmission } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** A team or line-up that was left unsaved comes back and says so, until it is saved, discarded or signed out (D52). */
let app: App

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const notice = 'Your unsaved changes are back.'

/** Presses a button of a page, goes to the leagues, and comes back to the page without its query. */
async function pressAndLeave(as: Browser, path: string, button: string, fields: Record<string, string> = {}) {
  const page = await app.get(path, { as })
  expect(page.text).not.toContain(notice)
  const pressed = await app.follow(await app.press(page, button, fields, { as }), { as })
  expect(pressed.status).toBe(200)
  await app.get('/game/leagues', { as })
  return app.get(path.split('?')[0] ?? '', { as })
}

describe('a team', () => {
  test('that was changed and left is back with its names, and says so', async () => {
    const as = await app.login('leaver')
    const names = { teamName: 'Typed; "& kept", ö', managerName: '😀 Dora' }
    const back = await pressAndLeave(as, '/game/team', 'Add Austria', names)
    expect(back.text).toContain(notice)
    expect(findSubmission(back.html, 'Save Team')?.fields).toContainEqual(['picks', 'AT'])
    expect(fieldNamed(back.html, 'Team name')?.get('value')).toBe(names.teamName)
    expect(fieldNamed(back.html, 'Manager name')?.get('value')).toBe(names.managerName)
  })

  test('is as stored again once it was discarded, saved, or changed back by hand', async () => {
    const { as } = await loginWithTeam(app, 'ender', { codes: affordableCodes })
    for (const button of ['Discard', 'Save Team', 'Add Portugal']) {
      const back = await pressAndLeave(as, '/game/team', 'Remove Portugal')
      expect(back.text, button).toContain(notice)
      const renamed = { teamName: 'Renamed', picks: affordableCodes.join('.') }
      const fields = button === 'Save Team' ? renamed : undefined
      await app.follow(await app.press(back, button, fields, { as }), { as })
      const page = await app.get('/game/team', { as })
      expect(page.text, button).not.toContain(notice)
      expect(page.text, button).not.toContain('Unsaved Changes')
    }
    expect(await teamOf(app, 'ender')).toMatchObject({ teamName: 'Renamed' })
  })

  test('is not shown to somebody else at the same browser, nor after a sign-out', async () => {
    const as = await app.login('owner')
    await pressAndLeave(as, '/game/team', 'Add Austria')
    const left = as.cookie('team-draft') ?? ''
    const other = await app.login('other at the browser')
    other.setCookie('team-draft', left, '/game')
    const page = await app.get('/game/team', { as: other })
    expect([page.text.includes(notice), page.text.includes('Remove Austria')]).toEqual([false, false])
    await app.post('/auth/sign-out', {}, { as })
    expect(as.cookieNames).not.toContain('team-draft')
  })

  test('stays when another tab presses a button and has changed nothing', async () => {
    const as = await app.login('two tabs')
    const other = await app.get('/game/team', { as })
    await pressAndLeave(as, '/game/team', 'Add Austria')
    await app.press(other, 'Play Wasted Love', {}, { as })
    expect((await app.get('/game/team', { as })).text).toContain(notice)
  })

  test('of another season is none', async () => {
    const as = await app.login('last year')
    await pressAndLeave(as, '/game/team', 'Add Austria')
    const left = as.cookie('team-draft') ?? ''
    as.setCookie('team-draft', left.replace(/^\d+/, '99'), '/game')
    expect((await app.get('/game/team', { as })).text).not.toContain(notice)
    as.setCookie('team-draft', left, '/game')
    expect((await app.get('/game/team', { as })).text).toContain(notice)
  })

  test('that is too long to be kept ends an older one', async () => {
    const as = await app.login('many words')
    const back = await pressAndLeave(as, '/game/team', 'Add Austria')
    const long = {
      picks: 'AT.SE',
      teamName: '🎤'.repeat(100),
      managerName: '🎸'.repeat(100),
      q: '🎹'.repeat(100),
    }
    await app.press(back, 'Remove Austria', long, { as })
    expect((await app.get('/game/team', { as })).text).not.toContain(notice)
  })

  test('is not replaced by a link that was only opened', async () => {
    const as = await app.login('reader')
    await pressAndLeave(as, '/game/team', 'Add Austria')
    expect((await app.get('/game/team?picks=SE.FR', { as })).text).toContain('Unsaved Changes')
    const back = await app.get('/game/team', { as })
    expect(findSubmission(back.html, 'Save Team')?.fields).toContainEqual(['picks', 'AT'])
  })

  test('what is no draft in its cookie changes nothing', async () => {
    const as = await app.login('tamperer')
    await app.get('/game/team', { as })
    for (const value of ['', '1', '%', `${'a'.repeat(3500)}`, '1.picks=AT', 'picks=AT', '%ED%A0%BD']) {
      as.setCookie('team-draft', value, '/game')
      const page = await app.get('/game/team', { as })
      expect([page.status, page.text.includes(notice)], value).toEqual([200, false])
    }
  })
})

describe('a line-up', () => {
  const left = '/game/lineup?round=2'

  test('whose order was changed and left is back for its round, and says so', async () => {
    const { as } = await loginWithTeam(app, 'conductor', { codes: affordableCodes })
    const back = await pressAndLeave(as, left, 'Move Norway to the top')
    expect(back.text).toContain(notice)
    expect(back.text).toContain('Unsaved Changes')
    expect((await app.get('/game/lineup?round=3', { as })).text).not.toContain(notice)
    const again = await app.get('/game/lineup', { as })
    await app.press(again, 'Save Lineup', {}, { as })
    expect((await app.get(left, { as })).text).not.toContain(notice)
    expect((await lineupsOf(app, 'conductor'))[2]).toBe('NO.AT.GR.DE.SM.PT')
  })

  test('is not brought back once its round is closed', async () => {
    const { as } = await loginWithTeam(app, 'too late', { codes: affordableCodes })
    await pressAndLeave(as, '/game/lineup?round=1', 'Move Germany to the top')
    await app.setClock(between)
    const page = await app.get('/game/lineup', { as })
    expect([page.status, page.text.includes(notice)]).toEqual([200, false])
  })
})
