import type { Page } from 'playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { arrange, nameOf } from './support/arrange-state.ts'
import { type Control, joinAnswers, listControls, press, readPage } from './support/compare-pages.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { waitForHydration } from './support/page-helpers.ts'
import { type PageState, pageStates } from './support/page-states.ts'
import { type TranslatorKind, translatePage } from './support/translator.ts'

/**
 * Every page with script, in the states of page-states.ts: everything that can be pressed is pressed on a plain page and on one
 * that is translated all the time, and both show the same (D44). With `npm run test:all` all states and all controls; with
 * `npm test` one state of each page for each visitor, and two controls of a kind.
 */
setUpGame()

const isEverything = Boolean(process.env.EVERYTHING)
const hydrated = /^\/(game(\/(team|lineup|results|leagues|live))?|admin\/desk)(\?|$)/
const kinds: readonly TranslatorKind[] = ['replaces text', 'moves text']

const states = pageStates
  .filter(({ who, path, without }) => who !== 'a stranger' && !without && hydrated.test(path))
  .filter((state, index, all) => {
    const isSame = ({ who, path }: PageState) => who === state.who && pathOf({ path }) === pathOf(state)
    return isEverything || state.act || all.findIndex(isSame) === index
  })

function pathOf({ path }: { path: string }): string {
  return path.replace(/\?.*/, '')
}

interface Pair {
  plain: Page
  translated: Page
  answers: ReturnType<typeof joinAnswers>
}

const pairs = new Map<string, Pair>()

beforeAll(async () => {
  for (const who of new Set(states.map((state) => state.who))) {
    const [plain, translated] = [await openVisitor(who), await openVisitor(who)]
    const answers = joinAnswers(plain, translated)
    await answers.start()
    pairs.set(who, { plain, translated, answers })
  }
})

async function openVisitor(who: PageState['who']) {
  const page = await browser.newPage({ hasTimeZoneCookie: true })
  await game.openAs(page, who, '/news')
  return page
}

/** Opens both pages in a state. Where the server's clock has gone on between, they are opened once more. */
async function open(pair: Pair, state: PageState, kind: TranslatorKind): Promise<void> {
  pair.answers.state.isHeld = false
  pair.answers.forget()
  for (const page of [pair.plain, pair.translated]) {
    await page.goto('about:blank')
    await page.goto(state.path)
    await waitForHydration(page)
    await state.act?.(page)
  }
  if ((await readPage(pair.plain)) !== (await readPage(pair.translated))) return open(pair, state, kind)
  await translatePage(pair.translated, kind)
  pair.answers.state.isHeld = true
  await expectSame(pair, 'as it came')
}

async function expectSame({ plain, translated, answers }: Pair, after: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const [one, other] = [await readPage(plain), await readPage(translated)]
        return answers.state.pending === 0 && one === other ? '' : `${after}:\n${one}\n${other}`
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBe('')
}

/** Of 'Add Austria', 'Add Greece' and so on two are enough. */
function chooseControls(controls: readonly Control[]): Control[] {
  const counts = new Map<string, number>()
  return controls.filter(({ name }) => {
    const kind = /^(Add|Remove|Details of|Move|Hand over to|Play|Compare)\b/.exec(name)?.[0] ?? name
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return isEverything || (counts.get(kind) ?? 0) <= 2
  })
}

test.each(states.map((state, index) => ({ ...state, index, name: nameOf(state) })))(
  '$name: a translated page shows what the plain one shows, whatever is pressed',
  async (state) => {
    await arrange(state)
    const pair = pairs.get(state.who)
    if (!pair) throw new Error(`There is no visitor ${state.who}`)
    const kind = kinds[state.index % kinds.length] ?? 'replaces text'
    await open(pair, state, kind)
    const controls = chooseControls(
      await pair.plain.evaluate(listControls, isEverything || state.index === 0),
    )
    expect(controls.length).toBeGreaterThan(2)
    let pressed = 0
    for (const control of controls) {
      if (!(await press(pair.plain, control))) {
        await open(pair, state, kind)
        if (!(await press(pair.plain, control))) continue
      }
      await expect.poll(() => pair.answers.state.pending).toBe(0)
      expect(await press(pair.translated, control), control.name).toBe(true)
      await expectSame(pair, control.name)
      pressed += 1
    }
    expect(pressed).toBe(controls.length)
  },
)
