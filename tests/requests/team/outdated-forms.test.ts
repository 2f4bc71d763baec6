import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { affordableCodes, before, lineupsOf, loginWithTeam, teamOf } from '#tests/support/game-steps.ts'
import { findSubmission } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** A form that is older than what is stored says so and shows both; one without that knowledge saves. */
let app: App

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const title = /Saved elsewhere: |Saved in another tab or on another device/
const six: readonly string[] = affordableCodes
const other = six.with(0, 'LV')
const picksOf = (html: string) => Object.fromEntries(findSubmission(html, 'Save Team')?.fields ?? []).picks

describe('a team', () => {
  /** Somebody with a team and its page, who then saves another name in another tab. */
  async function openTwice(account: string) {
    const { as } = await loginWithTeam(app, account, { codes: six })
    const page = await app.get('/game/team', { as })
    await app.press(page, 'Save Team', { teamName: 'Of the other tab' }, { as })
    expect((await teamOf(app, account))?.teamName).toBe('Of the other tab')
    return { as, page }
  }

  test('that was saved in another tab is shown beside the draft, and replaced by one more press', async () => {
    const { as, page } = await openTwice('two tabs')
    const fields = { picks: other.join('.') }
    const refused = await app.press(page, 'Save Team', fields, { as })
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(title)
    expect(refused.text).toContain('Of the other tab:')
    expect(picksOf(refused.html)).toBe(other.join('.'))
    expect(await teamOf(app, 'two tabs')).toMatchObject({ codes: six, teamName: 'Of the other tab' })
    const saved = await app.press(refused, 'Save Team', {}, { as })
    expect(saved.status).toBe(303)
    expect((await teamOf(app, 'two tabs'))?.codes).toEqual(other)
    expect((await app.get('/game/team', { as })).text).not.toMatch(title)
  })

  test('says so at the first press of a form that is older, and Discard takes what is saved', async () => {
    const { as, page } = await openTwice('discards')
    const changed = await app.follow(await app.press(page, 'Remove Portugal', {}, { as }), { as })
    expect(changed.text).toMatch(title)
    const back = await app.get('/game/team', { as })
    expect(back.text, 'a draft that is back').toMatch(title)
    const discarded = await app.follow(await app.press(back, 'Discard', {}, { as }), { as })
    expect(discarded.text).not.toMatch(title)
    expect(picksOf(discarded.html)).toBe(six.join('.'))
    expect(discarded.html).toContain('value="Of the other tab"')
  })

  test('is saved by a draft of its address that was begun before another save only after it was told', async () => {
    const { as } = await loginWithTeam(app, 'address', { codes: six })
    const { location } = await app.press(await app.get('/game/team', { as }), 'Remove Portugal', {}, { as })
    const fields = { picks: six.join('.'), managerName: 'New' }
    await app.press(await app.get('/game/team', { as }), 'Save Team', fields, { as })
    const page = await app.get(location ?? '', { as })
    expect(page.text).toMatch(title)
    expect((await app.press(page, 'Save Team', { picks: other.join('.') }, { as })).status).toBe(303)
  })

  test('is saved once more by a form whose answer was lost, and by one that knows of no version', async () => {
    const { as, page } = await openTwice('answer lost')
    const fields = { picks: other.join('.') }
    const unknowing = await app.press(page, 'Save Team', { ...fields, base: '' }, { as })
    expect(unknowing.status).toBe(303)
    const refused = await app.press(page, 'Save Team', { picks: 'AT', base: '' }, { as })
    expect([refused.status, title.test(refused.text)]).toEqual([422, false])
    for (const status of [303, 303])
      expect((await app.press(page, 'Save Team', fields, { as })).status).toBe(unknowing.status && status)
  })

  test('that was saved again after the page had told of it is told of again', async () => {
    const { as, page } = await openTwice('thrice')
    const told = await app.press(page, 'Save Team', { picks: other.join('.') }, { as })
    await app.press(await app.get('/game/team', { as }), 'Save Team', { teamName: 'A third' }, { as })
    const again = await app.press(told, 'Save Team', {}, { as })
    expect([again.status, again.text.includes('A third:')]).toEqual([409, true])
  })

  test('of a first save is not replaced by a first save of another tab', async () => {
    const as = await app.login('first twice')
    const page = await app.get(`/game/team?picks=${six.join('.')}`, { as })
    const names = { teamName: 'First', managerName: 'Dora' }
    await app.press(page, 'Save Team', names, { as })
    const second = await app.press(page, 'Save Team', { ...names, teamName: 'Second' }, { as })
    expect([second.status, second.text.includes('First:')]).toEqual([409, true])
  })

  test.each(['x'.repeat(40), '🎤 🎤', 'none none none', '-1', '%00', "'"])(
    'with base %j is no error',
    async (base) => {
      const { as } = await loginWithTeam(app, `base ${base}`, { codes: six })
      const page = await app.get(`/game/team?picks=AT&base=${encodeURIComponent(base)}`, { as })
      expect(page.status).toBe(200)
      const answer = await app.press(page, 'Save Team', { base, picks: other.join('.') }, { as })
      expect(answer.status).toBe(409)
    },
  )
})

describe('a line-up', () => {
  const stored = async (account: string) => (await lineupsOf(app, account))[2]

  test('that was saved in another tab is shown beside the draft, and replaced by one more press', async () => {
    const { as } = await loginWithTeam(app, 'two orders', { codes: six })
    const page = await app.get('/game/lineup?round=2', { as })
    const [first, second] = [six.toReversed().join('.'), [...six.slice(1), six[0]].join('.')]
    expect((await app.press(page, 'Save Lineup', { order: first }, { as })).status).toBe(303)
    expect((await app.press(page, 'Save Lineup', { order: first }, { as })).status, 'the same').toBe(303)
    const refused = await app.press(page, 'Save Lineup', { order: second }, { as })
    expect([refused.status, refused.text.includes('Saved elsewhere: Portugal')]).toEqual([409, true])
    expect(await stored('two orders')).toBe(first)
    expect((await app.press(refused, 'Save Lineup', {}, { as })).status).toBe(303)
    expect(await stored('two orders')).toBe(second)
  })

  test('tells at a press, and is nobody’s while it is automatic', async () => {
    const { as } = await loginWithTeam(app, 'press order', { codes: six })
    const page = await app.get('/game/lineup?round=2', { as })
    const team = await app.get('/game/team', { as })
    await app.press(team, 'Save Team', { teamName: 'Renamed' }, { as })
    const base = six.toReversed().join('.')
    const automatic = await app.press(page, 'Save Lineup', { order: base, base: six.join('.') }, { as })
    expect(automatic.status).toBe(303)
    const pressed = await app.follow(await app.press(page, 'Move Norway to the top', {}, { as }), { as })
    expect(pressed.text).toMatch(title)
    expect((await app.get('/game/lineup?round=2', { as })).text).toMatch(title)
    const discarded = await app.follow(await app.press(pressed, 'Discard', {}, { as }), { as })
    expect(discarded.text).not.toMatch(title)
  })
})
