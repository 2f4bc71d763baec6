import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  affordableCodes,
  before,
  between,
  lineupsOf,
  loginWithTeam,
  saveTeam,
} from '#tests/support/game-steps.ts'
import {
  buttonNamed,
  fieldNamed,
  findSubmission,
  hrefOf,
  tagsOf,
  textOf,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The line-up page without script (D8, D16, D22). Teams have the order of aSix. */
let app: App
const order = affordableCodes.join('.')
/** The same as an automatic line-up of the first semi-final: absent entries are last (D8). */
const automatic = 'NO.SM.PT.AT.GR.DE'

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

async function step(page: PageResponse, button: string, as: Browser, changes: Record<string, string> = {}) {
  const answer = await app.press(page, button, changes, { as })
  return { answer, page: await app.follow(answer, { as }) }
}

function sent(page: PageResponse) {
  return Object.fromEntries(findSubmission(page.html, 'Save Lineup')?.fields ?? [])
}

const dialog = (page: PageResponse) => /<dialog[\s\S]*<\/dialog>/.exec(page.html)?.[0] ?? ''

describe('the order', () => {
  test('opens as the team’s own, automatic, with a share per position', async () => {
    const { as } = await loginWithTeam(app, 'opens')
    const page = await app.get('/game/lineup', { as })
    expect(page.status).toBe(200)
    expect(sent(page)).toMatchObject({ round: '1', order: automatic })
    expect(page.text).toMatch(/Position 1 Norway 100% .*Position 2 San Marino 85% .*Position 3 Portugal 85% /)
    expect(page.text).toMatch(/Position 4 Austria 70% .*Position 5 Greece 70% .*Position 6 Germany 70% /)
    expect(page.text).toContain('Automatic')
    expect(page.text).toContain('Lineup Strategy')
    expect(page.text).not.toContain('Unsaved Changes')
    expect(hrefOf(page.html, 'Back to Dashboard')).toBe('/game')
  })

  test('moves by the buttons, each a 303 to the draft; nothing is stored before Save Lineup', async () => {
    const { as } = await loginWithTeam(app, 'moves')
    const stored = await lineupsOf(app, 'moves')
    const up = await step(await app.get('/game/lineup', { as }), 'Move Greece up', as)
    expect([up.answer.status, up.answer.location]).toEqual([
      303,
      '/game/lineup?round=1&order=NO.SM.PT.GR.AT.DE&base=NO.SM.PT.AT.GR.DE&focus=up%3AGR',
    ])
    expect(up.page.text).toContain('Unsaved Changes')
    const down = await step(up.page, 'Move Norway down', as)
    expect(down.answer.location).toContain('order=SM.NO.PT.GR.AT.DE')
    expect(down.page.text).toMatch(/Position 1 San Marino 100% .*Position 4 Greece 70% /)
    expect(await lineupsOf(app, 'moves')).toEqual(stored)
    const back = await app.get(up.answer.location ?? '', { as })
    expect(sent(back)).toEqual(sent(up.page))
    const undone = await step(back, 'Move Greece down', as)
    expect(undone.answer.location, 'the stored order needs no query').toBe(
      '/game/lineup?round=1&focus=down%3AGR',
    )
    expect(undone.page.text).not.toContain('Unsaved Changes')

    const saved = await step(down.page, 'Save Lineup', as)
    expect([saved.answer.status, saved.answer.location]).toEqual([303, '/game/lineup?round=1'])
    expect(toastsOf(saved.page.html)).toEqual([
      'Lineup saved successfully Your order is set for: First semi-final.',
    ])
    expect(saved.page.text).not.toContain('Unsaved Changes')
    expect(sent(saved.page).order).toBe('SM.NO.PT.GR.AT.DE')
    expect(await lineupsOf(app, 'moves')).toEqual({ ...stored, 1: 'SM.NO.PT.GR.AT.DE' })
  })

  test('takes a country to the top in one press', async () => {
    const { as } = await loginWithTeam(app, 'top')
    const { answer, page } = await step(await app.get('/game/lineup', { as }), 'Move Germany to the top', as)
    expect(answer.location).toBe(
      '/game/lineup?round=1&order=DE.NO.SM.PT.AT.GR&base=NO.SM.PT.AT.GR.DE&focus=top%3ADE',
    )
    expect(sent(page).order).toBe('DE.NO.SM.PT.AT.GR')
    const buttons = ['to the top', 'up', 'down'].map((to) => buttonNamed(page.html, `Move Germany ${to}`))
    expect(buttons.map((each) => [each?.has('disabled'), each?.has('autofocus')])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
  })

  test('cannot leave its ends: up is disabled at the top and down at the bottom', async () => {
    const { as } = await loginWithTeam(app, 'ends')
    const page = await app.get('/game/lineup', { as })
    const disabled = ['Norway', 'San Marino', 'Germany'].map((country) => [
      buttonNamed(page.html, `Move ${country} up`)?.has('disabled'),
      buttonNamed(page.html, `Move ${country} down`)?.has('disabled'),
    ])
    expect(disabled).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
    const forced = await app.post('/game/lineup', { ...sent(page), intent: 'up:NO' }, { as })
    expect([forced.status, forced.location]).toEqual([303, '/game/lineup?round=1&focus=up%3ANO'])
  })

  test('Enter presses the first button of the form, and that one never saves', async () => {
    const { as } = await loginWithTeam(app, 'enter')
    const page = await app.get('/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT', { as })
    const form = page.html.slice(page.html.indexOf('id="lineup"'))
    const [first] = tagsOf(form, 'button')
    expect([first?.get('value'), first?.has('hidden')]).toEqual(['keep', true])
    const answer = await app.post('/game/lineup', { ...sent(page), intent: 'keep' }, { as })
    expect(answer.location).toBe('/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT&base=NO.SM.PT.AT.GR.DE')
    expect((await lineupsOf(app, 'enter'))[1]).toBe(`${order}*`)
  })

  test('shows a country’s details in a dialog with the draft unchanged', async () => {
    const { as } = await loginWithTeam(app, 'details')
    const moved = await app.get('/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT', { as })
    const { page } = await step(moved, 'Details of San Marino', as)
    expect(textOf(dialog(page))).toContain("Gabry Ponte “Tutta l'Italia”")
    expect(['header', 'main', 'footer'].map((part) => tagsOf(page.html, part)[0]?.has('inert'))).toEqual([
      true,
      true,
      true,
    ])
    const closed = await step(page, 'Close', as)
    expect(closed.answer.location).toBe(
      '/game/lineup?round=1&order=GR.AT.DE.NO.SM.PT&base=NO.SM.PT.AT.GR.DE&focus=details%3ASM',
    )
    expect(dialog(closed.page)).toBe('')
  })
})

describe('rounds', () => {
  const options = (page: PageResponse) =>
    tagsOf(page.html, 'option').map((option) => [
      option.get('value'),
      option.has('disabled'),
      option.has('selected'),
    ])

  test('past their deadline are disabled in the selector, and no buttons', async () => {
    const { as } = await loginWithTeam(app, 'rounds')
    await app.setClock(between)
    const page = await app.get('/game/lineup', { as })
    expect(fieldNamed(page.html, 'Round')?.get('name')).toBe('chosenRound')
    expect(options(page)).toEqual([
      ['1', true, false],
      ['2', false, true],
      ['3', false, false],
    ])
    expect(buttonNamed(page.html, 'First semi-final')).toBeUndefined()
    expect(buttonNamed(page.html, 'Second semi-final')?.get('aria-current')).toBe('true')
    expect(page.text).toMatch(
      /Upcoming Rounds Second semi-final Next May 15, 21:00 CEST Grand final Automatic May 17, 21:00 CEST First semi-final Closed May 13, 21:00 CEST/,
    )
    expect(page.html).toContain('<time dateTime="2025-05-15T19:00:00.000Z">May 15, 21:00 CEST</time>')
  })

  test('can be switched by the selector and by the Upcoming Rounds', async () => {
    const { as } = await loginWithTeam(app, 'switch')
    const page = await app.get('/game/lineup', { as })
    const final = await step(page, 'Show', as, { chosenRound: '3' })
    expect(final.answer.location).toBe('/game/lineup?round=3')
    expect(options(final.page)[2]).toEqual(['3', false, true])
    expect(final.page.text).toContain(
      "Not set yet: we use your team's order. Change it until May 17, 21:00 CEST",
    )
    const second = await step(final.page, 'Second semi-final', as)
    expect(second.answer.location).toBe('/game/lineup?round=2')
    expect(sent(second.page)).toMatchObject({ round: '2', order })
  })

  test.each(['Keep editing', 'Discard'])(
    'with unsaved changes ask first, carry the draft, and take %s',
    async (choice) => {
      const name = `asked ${choice}`
      const { as } = await loginWithTeam(app, name)
      const page = await app.get('/game/lineup?round=1&order=PT.AT.GR.DE.NO.SM', { as })
      const asked = await step(page, 'Grand final', as)
      expect([asked.answer.status, asked.answer.location]).toEqual([
        303,
        '/game/lineup?round=1&order=PT.AT.GR.DE.NO.SM&base=NO.SM.PT.AT.GR.DE&switch=3',
      ])
      expect(textOf(dialog(asked.page))).toContain(
        'Your new order for the first semi-final will be lost. You have unsaved changes. Do you want to discard them?',
      )
      expect(tagsOf(asked.page.html, 'main')[0]?.has('inert')).toBe(true)
      const { answer, page: after } = await step(asked.page, choice, as)
      expect(dialog(after)).toBe('')
      const [location, kept, round] =
        choice === 'Discard'
          ? ['round=3', order, '3']
          : ['round=1&order=PT.AT.GR.DE.NO.SM&base=NO.SM.PT.AT.GR.DE', 'PT.AT.GR.DE.NO.SM', '1']
      expect(answer.location).toBe(`/game/lineup?${location}`)
      expect(sent(after)).toMatchObject({ round, order: kept })
      expect(await lineupsOf(app, name)).toEqual({ 1: `${order}*`, 2: `${order}*`, 3: `${order}*` })
    },
  )

  test('the checkbox saves the order for all later open rounds too, overwriting them', async () => {
    const { as } = await loginWithTeam(app, 'later')
    const final = await app.get('/game/lineup?round=3&order=PT.AT.GR.DE.NO.SM', { as })
    expect(final.text, 'nothing is later than the final').not.toContain('Same order for the remaining rounds')
    await app.press(final, 'Save Lineup', {}, { as })
    const second = await app.get('/game/lineup?round=2&order=GR.AT.DE.NO.SM.PT', { as })
    expect(second.text).toContain('Same order for the remaining rounds')
    expect(sent(second)).not.toHaveProperty('later')
    const saved = await step(second, 'Save Lineup', as, { later: '1' })
    expect(toastsOf(saved.page.html)).toEqual([
      'Lineup saved successfully Your order is set for: Second semi-final, Grand final.',
    ])
    expect(await lineupsOf(app, 'later')).toEqual({
      1: `${order}*`,
      2: 'GR.AT.DE.NO.SM.PT',
      3: 'GR.AT.DE.NO.SM.PT',
    })
  })

  test('a tick survives a step of the draft, so that it is not lost by moving a country', async () => {
    const { as } = await loginWithTeam(app, 'ticked')
    const moved = await step(await app.get('/game/lineup', { as }), 'Move Greece up', as, { later: '1' })
    expect(moved.answer.location).toContain('&later=1')
    expect(sent(moved.page).later).toBe('1')
  })
})

describe('when the team changes', () => {
  test('saved line-ups keep the order of remaining countries, new ones take the free positions, automatic ones follow the team', async () => {
    const { as } = await loginWithTeam(app, 'refit')
    const page = await app.get('/game/lineup?round=2&order=PT.SM.NO.DE.GR.AT', { as })
    expect((await app.press(page, 'Save Lineup', {}, { as })).status).toBe(303)
    const codes = ['HR', 'AT', 'GR', 'LV', 'NO', 'PT']
    expect((await saveTeam(app, as, { codes })).status).toBe(303)
    expect(await lineupsOf(app, 'refit')).toEqual({
      1: 'HR.AT.GR.LV.NO.PT*',
      2: 'PT.HR.NO.LV.GR.AT',
      3: 'HR.AT.GR.LV.NO.PT*',
    })
    const shownAgain = await app.get('/game/lineup?round=2', { as })
    expect(sent(shownAgain).order).toBe('PT.HR.NO.LV.GR.AT')
  })

  test('an order of the old team in a URL is replaced by the stored one', async () => {
    const { as } = await loginWithTeam(app, 'stale')
    const stale = await app.get('/game/lineup?round=1&order=PT.SM.NO.DE.GR.AT', { as })
    expect(sent(stale).order).toBe('PT.SM.NO.DE.GR.AT')
    await saveTeam(app, as, { codes: ['AT', 'GR', 'DE', 'NO', 'SM', 'HR'] })
    const again = await app.get('/game/lineup?round=1&order=PT.SM.NO.DE.GR.AT', { as })
    expect(sent(again).order).toBe('NO.SM.HR.AT.GR.DE')
    const saved = await app.press(stale, 'Save Lineup', {}, { as })
    expect(saved.status).toBe(422)
    expect((await lineupsOf(app, 'stale'))[1]).toBe('AT.GR.DE.NO.SM.HR*')
  })
})
