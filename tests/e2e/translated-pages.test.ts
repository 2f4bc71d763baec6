import type { Page } from 'playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { arrange, arrangeAnew, nameOf } from './support/arrange-state.ts'
import { isIdle, joinAnswers, listControls, press, readPage } from './support/compare-pages.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { waitForHydration } from './support/page-helpers.ts'
import { type PageState, pageStates } from './support/page-states.ts'
import { type TranslatorKind, translatePage } from './support/translator.ts'

/**
 * Every page with script, in the states of page-states.ts: everything that can be pressed is pressed on a plain page and on one
 * that is translated all the time, and both show the same (D44). For `npm run test:all`: it takes an hour.
 */
setUpGame()

const hydrated = /^\/(game(\/(team|lineup|results|leagues|live))?|admin\/desk)(\?|$)/
const kinds: readonly TranslatorKind[] = ['replaces text', 'moves text']

const states = pageStates.filter(
  ({ who, path, without }) => who !== 'a stranger' && !without && hydrated.test(path),
)

interface Pair {
  plain: Page
  translated: Page
  answers: ReturnType<typeof joinAnswers>
}

const pairs = new Map<string, Pair>()

beforeAll(async () => {
  for (const who of new Set(states.map((state) => state.who))) {
    const [plain, translated] = [await newPage(), await newPage()]
    const answers = joinAnswers(plain, translated)
    await answers.start()
    pairs.set(who, { plain, translated, answers })
  }
})

const newPage = () => browser.newPage({ hasTimeZoneCookie: true })

/** Brings the game into a state, anew after a press that changed it, and signs both visitors in. */
async function prepare(pair: Pair, state: PageState): Promise<void> {
  for (const page of [pair.plain, pair.translated]) await leave(page)
  const all = [...pairs.values()].map(({ answers }) => answers.state)
  if (all.some(({ hasWritten }) => hasWritten)) {
    await game.restart()
    for (const each of all) each.hasWritten = false
    await arrangeAnew(state)
  } else await arrange(state)
  for (const page of [pair.plain, pair.translated]) {
    // The league shown last is remembered in one.
    await page.context().clearCookies({ name: /^(?!tz$)/ })
    await game.openAs(page, state.who, '/news')
  }
}

/** Leaves a page, whatever it is loading: a press may have begun that. */
async function leave(page: Page): Promise<void> {
  const isLeft = () =>
    page.goto('about:blank').then(
      () => true,
      () => false,
    )
  await expect.poll(isLeft, { timeout: 30_000 }).toBe(true)
}

/** Opens both pages in a state. Where the server's clock has gone on between, they are opened once more. */
async function open(pair: Pair, state: PageState, kind: TranslatorKind): Promise<void> {
  const { state: held } = pair.answers
  held.isHeld = false
  if (held.hasWritten) await prepare(pair, state)
  // Links that do not work are counted: after some of them none is looked up.
  if (state.path.includes('invite=')) held.hasWritten = true
  for (const page of [pair.plain, pair.translated]) {
    await leave(page)
    await page.goto(state.path)
    await waitForHydration(page)
    await state.act?.(page)
  }
  if ((await readPage(pair.plain)) !== (await readPage(pair.translated))) return open(pair, state, kind)
  await translatePage(pair.translated, kind)
  pair.answers.forget()
  held.isHeld = true
  held.hasLeft = false
  await expectSame(pair, 'as it came')
}

/** Waits until both pages have nothing to load, and show the same, several times one after another. */
async function expectSame({ plain, translated, answers }: Pair, after: string): Promise<void> {
  let times = 0
  await expect
    .poll(
      async () => {
        const [one, other] = [await readPage(plain), await readPage(translated)]
        const areIdle = answers.state.hasLeft || ((await isIdle(plain)) && (await isIdle(translated)))
        times = answers.state.pending === 0 && areIdle && one === other ? times + 1 : 0
        return times > 4 ? '' : `${after}:\n${one}\n${other}`
      },
      { timeout: 10_000, interval: 50 },
    )
    .toBe('')
}

test
  .runIf(process.env.EVERYTHING)
  .for(states.map((state, index) => ({ ...state, index, name: nameOf(state) })))(
  '$name: a translated page shows what the plain one shows, whatever is pressed',
  { timeout: 1_200_000 },
  async (state, { skip }) => {
    const pair = pairs.get(state.who)
    if (!pair) throw new Error(`There is no visitor ${state.who}`)
    pair.answers.state.isHeld = false
    // What the states before were arranged with, or pressed, shows in this one.
    pair.answers.state.hasWritten = true
    await prepare(pair, state)
    await pair.plain.goto(state.path)
    skip((await pair.plain.locator('script[type=module]').count()) === 0, 'a page without script')
    const kind = kinds[state.index % kinds.length] ?? 'replaces text'
    await open(pair, state, kind)
    const controls = await pair.plain.evaluate(listControls, state.index === 0)
    expect(controls.length).toBeGreaterThan(2)
    let pressed = 0
    for (const control of controls) {
      if (pair.answers.state.hasLeft || !(await press(pair.plain, control))) {
        await open(pair, state, kind)
        if (!(await press(pair.plain, control))) {
          // What was pressed before may have changed the game.
          pair.answers.state.hasWritten = true
          await open(pair, state, kind)
          if (!(await press(pair.plain, control))) continue
        }
      }
      expect(await press(pair.translated, control), control.name).toBe(true)
      await expectSame(pair, control.name)
      pressed += 1
    }
    expect(pressed, `presses of ${controls.map(({ name }) => name).join(', ')}`).toBe(controls.length)
  },
)
