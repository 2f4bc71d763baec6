import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  affordableCodes,
  before,
  between,
  finalDeadline,
  firstDeadline,
  lineupsOf,
  loginWithTeam,
  saveTeam,
  teamOf,
} from '#tests/support/game-steps.ts'
import {
  buttonNamed,
  buttonNames,
  fieldNamed,
  findSubmission,
  hrefOf,
  tagsOf,
  textOfId,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** What the team page refuses, and that nothing typed is lost by it. */
let app: App

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

/** Where the links of a page's content lead, in order. */
/** The links of the content, without those between the game's pages. */
function linksOf(html: string): string[] {
  const [, main = ''] = html.split('<main')
  const [content = ''] = main.split('</main>')
  return tagsOf(content.replace(/<nav[\s\S]*?<\/nav>/g, ''), 'a').map((link) => link.get('href') ?? '')
}

let visitors = 0
/** A manager nobody has met: saves are limited to 30 a minute for each. */
const stranger = () => {
  visitors += 1
  return `visitor ${visitors}`
}

function sent(page: PageResponse) {
  return Object.fromEntries(findSubmission(page.html, 'Save Team')?.fields ?? [])
}

const good = { teamName: 'Six Lamps', managerName: 'Dora', picks: affordableCodes.join('.') }
/** In the toast, and the sentence at the field. */
const missingName = ['Missing team name', 'Please enter a name for your team.']
const missingManager = [
  'Missing manager name',
  'Please enter your name or a nickname for other private league members to recognize who is managing this team.',
]
const longTeam = ['Team name too long', 'Please limit the team name to 64 characters.']
const longManager = ['Manager name too long', 'Please limit the manager name to 64 characters.']
const badTeam = [
  'Invalid team name',
  'Please leave out line breaks, invisible characters, stacked accents, and letters of historic scripts.',
]
const badManager = [
  'Invalid manager name',
  'Please leave out line breaks, invisible characters, stacked accents, and letters of historic scripts.',
]

describe('a name is refused at its field, everything typed is kept, and nothing is stored:', () => {
  test.each([
    ['an empty team name', { teamName: '' }, [missingName]],
    ['a blank team name', { teamName: ' \t\u00a0\u3000 ' }, [missingName]],
    ['an invisible team name', { teamName: '\u200b\u2060\u00ad\ufe0f' }, [missingName]],
    ['65 characters', { teamName: 'x'.repeat(65) }, [longTeam]],
    ['65 code points of two units', { teamName: '😀'.repeat(65) }, [longTeam]],
    ['a control character', { teamName: 'AB\u0007BA' }, [badTeam]],
    ['a line break', { teamName: 'AB\nBA' }, [badTeam]],
    ['a line separator', { teamName: 'AB\u2028BA' }, [badTeam]],
    ['a turned direction', { teamName: 'ABBA\u202eABBA' }, [badTeam]],
    ['cuneiform', { teamName: '\u{1242B}' }, [badTeam]],
    ['a ligature as wide as a line', { managerName: '﷽' }, [badManager]],
    ['an isolate', { teamName: '\u2066ABBA' }, [badTeam]],
    ['NUL', { teamName: 'AB\0BA' }, [badTeam]],
    ['an empty manager name', { managerName: '' }, [missingManager]],
    ['65 characters of manager', { managerName: 'ä'.repeat(65) }, [longManager]],
    ['a turned manager', { managerName: 'D\u202eora' }, [badManager]],
    ['NUL in the manager', { managerName: '\0Dora' }, [badManager]],
    ['both empty', { teamName: '', managerName: ' ' }, [missingName, missingManager]],
  ])('%s', async (_, change, errors) => {
    const name = stranger()
    const as = await app.login(name)
    // A save without names opens the dialog for them, whose own save is refused without.
    const answer = await app.post('/game/team', { ...good, ...change, names: '1', intent: 'save' }, { as })
    expect(answer.status).toBe(422)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(toastsOf(answer.html), 'one box').toEqual([errors.map(([title]) => title).join(' ')])
    for (const [label, id] of Object.entries({ teamName: 'team-name', managerName: 'manager-name' })) {
      const field = fieldNamed(answer.html, label === 'teamName' ? 'Team name' : 'Manager name')
      expect(field?.has('aria-invalid')).toBe(label in change)
      expect(field?.get('aria-describedby')?.includes(`${id}-error`) ?? false).toBe(label in change)
      if (!(label in change)) continue
      expect(errors.map(([, text]) => text)).toContain(textOfId(answer.html, `${id}-error`))
      expect(tagsOf(answer.html, 'a').map((link) => link.get('href'))).toContain(`#${id}`)
    }
    const kept = Object.entries({ ...good, ...change }).map(([field, value]) => [
      field,
      value.replace('\0', ''),
    ])
    expect(sent(answer), 'no page can hold NUL').toMatchObject(Object.fromEntries(kept))
    expect(await teamOf(app, name)).toBeUndefined()
  })

  test('but six countries without names are asked for them, and one more press saves', async () => {
    const name = stranger()
    const as = await app.login(name)
    const unnamed = { ...good, teamName: '', managerName: ' ' }
    const asked = await app.post('/game/team', { ...unnamed, intent: 'save' }, { as })
    expect(asked.status).toBe(303)
    const page = await app.get(asked.location ?? '', { as })
    expect(page.text).toContain('Give your team a name')
    expect(tagsOf(page.html, 'main').map((main) => main.has('inert'))).toEqual([true])
    expect(fieldNamed(page.html, 'Team name')?.has('autofocus')).toBe(true)
    // Enter in a field presses the form's first button.
    expect(buttonNamed(page.html, 'Save Team')?.has('hidden')).toBe(true)
    const { fields } = findSubmission(page.html, 'Save Team') ?? {}
    const names = { teamName: 'Six Lamps', managerName: 'Dora' }
    const saved = await app.post('/game/team', { ...Object.fromEntries(fields ?? []), ...names }, { as })
    expect([saved.status, saved.location]).toEqual([303, '/game/team'])
    expect(await teamOf(app, name)).toMatchObject({ teamName: 'Six Lamps', managerName: 'Dora' })
  })

  test('five countries, or more than the budget, are refused without asking for names', async () => {
    const as = await app.login(stranger())
    for (const picks of ['SE.AT.FR.BE.FI', 'SE.AT.FR.BE.FI.IL']) {
      const answer = await app.post('/game/team', { ...good, teamName: '', picks, intent: 'save' }, { as })
      expect([answer.status, answer.text.includes('Give your team a name')], picks).toEqual([422, false])
    }
  })

  test('but a stored name stays valid: a save that does not change it passes', async () => {
    const name = stranger()
    const { as } = await loginWithTeam(app, name, good)
    const stored = { teamName: '\u{1242B} lamps', managerName: '﷽' }
    await app.db
      .updateTable('teams')
      .set({ team_name: stored.teamName, manager_name: stored.managerName })
      .where('team_name', '=', good.teamName)
      .execute()
    const send = (change: Record<string, string>) =>
      app.post('/game/team', { ...good, ...stored, ...change, intent: 'save' }, { as })
    expect((await send({})).status).toBe(303)
    expect((await send({ managerName: 'Dora' })).status).toBe(303)
    expect((await send({ managerName: stored.managerName })).status, 'it is not stored any more').toBe(422)
  })

  test('64 code points pass, whatever their units; the name is stored trimmed and composed', async () => {
    const name = stranger()
    await loginWithTeam(app, name, {
      teamName: `  ${'😀'.repeat(64)} `,
      managerName: ' Zoe\u0308  Me\u0308 ',
    })
    expect(await teamOf(app, name)).toMatchObject({
      teamName: '😀'.repeat(64),
      managerName: 'Zo\u00eb  M\u00eb',
    })
  })

  test('a name is checked as sent and stored completely after trimming and composing', async () => {
    for (const [sentName, stored] of [
      [`${' '.repeat(60)}${'B'.repeat(64)}`, 'B'.repeat(64)],
      ['e\u0301'.repeat(64), 'é'.repeat(64)],
    ] as const) {
      const who = stranger()
      const as = await app.login(who)
      const saved = await app.post('/game/team', { ...good, teamName: sentName, intent: 'save' }, { as })
      expect(saved.status).toBe(303)
      expect((await teamOf(app, who))?.teamName).toBe(stored)
    }
  })

  test('a repeated field makes the form invalid: nothing is saved', async () => {
    const who = stranger()
    const as = await app.login(who)
    const fields: [string, string][] = [
      ...Object.entries({ ...good, intent: 'save' }),
      ['teamName', 'Another'],
    ]
    expect((await app.post('/game/team', fields, { as })).status).toBe(400)
    expect(await teamOf(app, who)).toBeUndefined()
  })

  test('an unpaired surrogate, as bytes or as a bad escape, never reaches the database', async () => {
    for (const teamName of ['AB%ED%A0%80BA', '%ED%B0%80', 'AB%FFBA', '%']) {
      const name = stranger()
      const as = await app.login(name)
      const body = `intent=save&managerName=D&picks=${good.picks}&teamName=${teamName}`
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const answer = await app.send('/game/team', { method: 'POST', body, headers }, { as })
      expect([303, 422]).toContain(answer.status)
      expect((await teamOf(app, name))?.teamName ?? '').not.toMatch(/\p{Surrogate}|\0/u)
    }
  })

  test('multi-byte letters are intact everywhere in the page', async () => {
    const as = await app.login('emoji')
    for (const pad of ['', '.', '..', '...']) {
      const draft = {
        teamName: pad + '😀'.repeat(95),
        managerName: '–'.repeat(100),
        q: pad + 'ë'.repeat(95),
      }
      const page = await app.get(`/game/team?${new URLSearchParams(draft)}`, { as })
      expect(sent(page)).toMatchObject(draft)
      expect(page.html.includes('\0')).toBe(false)
    }
  })

  test('a name of markup is shown as text, in the draft and when stored', async () => {
    const name = stranger()
    const as = await app.login(name)
    const teamName = `"><script>alert('x')</script>`
    const draft = await app.get(`/game/team?${new URLSearchParams({ teamName })}`, { as })
    expect(sent(draft).teamName).toBe(teamName)
    await saveTeam(app, as, { teamName })
    const stored = await app.get('/game/team', { as })
    expect(sent(stored).teamName).toBe(teamName)
    expect(draft.html + stored.html).not.toMatch(/<script>alert/)
  })
})

describe('a selection is refused with 422, and nothing is stored:', () => {
  const six = 'Invalid team You must select exactly 6 countries for your team.'
  test.each([
    ['none', '', six, ''],
    ['five', 'AT.GR.DE.NO.SM', six, 'AT.GR.DE.NO.SM'],
    ['seven', 'AT.GR.DE.NO.SM.PT.HR', six, 'AT.GR.DE.NO.SM.PT'],
    ['six times the same', 'PT.PT.PT.PT.PT.PT', /^Invalid team /, 'PT'],
    ['one twice', 'AT.GR.DE.NO.SM.SM', /^Invalid team /, 'AT.GR.DE.NO.SM'],
    ['an unknown country', 'AT.GR.DE.NO.SM.US', /^Error saving team /, 'AT.GR.DE.NO.SM'],
    ['a lower-case code', 'at.gr.de.no.sm.pt', /^Error saving team /, ''],
    ['an empty code', 'AT.GR.DE.NO.SM.', /^Error saving team /, 'AT.GR.DE.NO.SM'],
    ['a name of Object', 'AT.GR.DE.NO.SM.constructor', /^Error saving team /, 'AT.GR.DE.NO.SM'],
    ['101 million', 'SE.AT.EE.LU.AM.DK', /^Invalid team /, 'SE.AT.EE.LU.AM.DK'],
  ])('%s', async (_, picks, toast, kept) => {
    const name = stranger()
    const as = await app.login(name)
    const answer = await app.post('/game/team', { ...good, picks, intent: 'save' }, { as })
    expect(answer.status).toBe(422)
    expect(toastsOf(answer.html)).toEqual([expect.stringMatching(toast)])
    expect(sent(answer)).toMatchObject({ ...good, picks: kept })
    expect(await teamOf(app, name)).toBeUndefined()
  })

  test('exactly 100 million is enough', async () => {
    const { teamId } = await loginWithTeam(app, stranger(), { codes: ['SE', 'AT', 'NL', 'AM', 'DK', 'PT'] })
    expect(teamId).toBeGreaterThan(0)
  })

  test('a stored team is unchanged when its change is refused', async () => {
    const name = stranger()
    const { as } = await loginWithTeam(app, name)
    const stored = [await teamOf(app, name), await lineupsOf(app, name)]
    const answer = await saveTeam(app, as, { teamName: 'New', codes: ['LV', 'LT', 'IS', 'DK', 'AM'] })
    expect(answer.status).toBe(422)
    expect(sent(answer)).toMatchObject({ teamName: 'New', picks: 'LV.LT.IS.DK.AM' })
    expect([await teamOf(app, name), await lineupsOf(app, name)]).toEqual(stored)
  })

  test.each([
    [
      'a seventh',
      affordableCodes.join('.'),
      'add:HR',
      'Team is full You can only select 6 countries for your team.',
    ],
    [
      'one beyond the budget',
      'AT.FR.BE',
      'add:SE',
      "Budget exceeded You don't have enough budget to add Sweden.",
    ],
  ])('adding %s, with the draft shown again', async (_, picks, intent, toast) => {
    const as = await app.login(stranger())
    const answer = await app.post('/game/team', { ...good, picks, intent }, { as })
    expect(answer.status).toBe(422)
    expect(toastsOf(answer.html)).toEqual([toast])
    expect(sent(answer)).toMatchObject({ ...good, picks })
  })
})

describe('after the first deadline', () => {
  const locked =
    "Team change no longer allowed You can no longer change your team. Don't forget to set your line-up for the upcoming rounds."

  test('saving passes just before it and is refused exactly at it', async () => {
    const name = stranger()
    const { as } = await loginWithTeam(app, name)
    await app.setClock('2025-05-13T18:59:30Z')
    expect((await saveTeam(app, as, { teamName: 'In time' })).status).toBe(303)
    await app.setClock(firstDeadline)
    const late = await saveTeam(app, as, {
      teamName: 'Too late',
      codes: ['LV', 'LT', 'IS', 'DK', 'AM', 'PT'],
    })
    expect(late.status).toBe(409)
    expect(late.text).toContain(locked)
    expect(await teamOf(app, name)).toMatchObject({ teamName: 'In time', codes: affordableCodes })
  })

  test('a manager with a team gets the card that links to the line-up', async () => {
    const { as } = await loginWithTeam(app, stranger())
    await app.setClock(between)
    const card = await app.get('/game/team', { as })
    expect(card.status).toBe(409)
    expect(card.text).toContain(locked)
    expect(hrefOf(card.html, 'Set line-up')).toBe('/game/lineup')
    expect(hrefOf(card.html, 'View Results')).toBe('/game/results')
    expect(buttonNamed(card.html, 'Save Team')).toBeUndefined()
  })

  test('once every round is closed a manager with a team sees it, and links to pages that still exist', async () => {
    const { as } = await loginWithTeam(app, stranger())
    // Its toast offers the line-up, too.
    await app.get('/game/team', { as })
    await app.setClock(finalDeadline)
    const card = await app.get('/game/team', { as })
    expect(card.status).toBe(200)
    expect(card.text).toContain('Final round past deadline The deadline for the final round has passed.')
    expect(card.text).toContain('Your six')
    expect(card.text).not.toContain('Set line-up')
    expect(linksOf(card.html).slice(0, 2)).toEqual(['/game/results', '/game/history'])
    for (const href of linksOf(card.html).slice(0, 2))
      expect((await app.get(href, { as })).status, href).toBe(200)
  })

  test.each(['/game/leagues', '/game/results', '/game/lineup', '/game/history'])(
    'once every round is closed the card of %s does not send anybody to make a team first',
    async (path) => {
      const as = await app.login(stranger())
      await app.setClock(between)
      const late = await app.get(path, { as })
      expect(linksOf(late.html)[0]).toBe('/game/team')
      expect(late.text).toContain(
        'You missed the first semi-final, so you have no points from there. A team that you save now is locked at once.',
      )
      await app.setClock(finalDeadline)
      const card = await app.get(path, { as })
      expect([card.status, card.text.includes('Team not found')]).toEqual([404, true])
      expect(card.text).toContain('no team can be saved any more')
      expect(linksOf(card.html)).toEqual(['/game', '/game/team'])
    },
  )

  test('once the final has started a manager without a team may explore but not save', async () => {
    const name = stranger()
    const as = await app.login(name)
    await app.setClock(finalDeadline)
    const page = await app.get(`/game/team?picks=${affordableCodes.slice(1).join('.')}`, { as })
    expect(page.status).toBe(200)
    expect(page.text).toContain('Game concluded')
    expect(page.text).not.toContain('Unsaved Changes')
    expect(buttonNamed(page.html, 'Save Team')?.has('disabled')).toBe(true)
    const added = await app.follow(await app.press(page, 'Add Austria', {}, { as }), { as })
    expect(buttonNames(added.html)).toContain('Remove Austria')
    const forced = await saveTeam(app, as)
    expect(forced.status).toBe(409)
    expect(toastsOf(forced.html)).toEqual([expect.stringMatching(/^Game concluded /)])
    expect(await teamOf(app, name)).toBeUndefined()
  })
})
