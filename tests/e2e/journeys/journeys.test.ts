import { describe, test } from 'vitest'
import { browser, setUpGame } from '../support/game.ts'
import { degradedModes, type Mode, openPageIn, withoutScript, withScript } from '../support/modes.ts'
import { signIn } from '../support/page-helpers.ts'
import { playLeague } from './leagues.ts'
import { answerCookies, readNews, writeNews } from './news.ts'
import { playSeason } from './season.ts'
import { playShortGame } from './short.ts'

/**
 * The whole product as visitors use it. Script only makes it faster, so every mode must behave alike. `npm test` takes a
 * short journey in the degraded modes, one of which is that script never starts; `npm run test:all` takes all journeys in
 * every mode.
 */
const isEverything = Boolean(process.env.EVERYTHING)
const whole = [withScript, withoutScript, ...degradedModes]

describe.runIf(isEverything).each(whole.map((mode) => [mode.name, mode] as const))(
  'With %s',
  (_, mode: Mode) => {
    setUpGame({ withProvider: true })

    test('consent is given, and news is written by an admin and read', { timeout: 300_000 }, async () => {
      const [reader, editor] = [await openPageIn(browser, mode), await openPageIn(browser, mode)]
      await answerCookies(reader)
      await signIn(editor, 'admin', '/admin/news')
      await writeNews(editor, reader)
    })

    test('a league is created, shared, joined, managed and left; then its newest member plays a whole season', {
      timeout: 900_000,
    }, async () => {
      const [robin, dora] = [await openPageIn(browser, mode), await openPageIn(browser, mode)]
      const [sascha, admin] = [await openPageIn(browser, mode), await openPageIn(browser, mode)]
      await playLeague({ robin, dora, sascha }, mode)
      await playSeason(dora, admin, mode)
    })
  },
)

describe.skipIf(isEverything)('On a bad day', () => {
  setUpGame({ withProvider: true })

  const accounts = ['player', 'player2', 'player3'] as const
  test.each(
    accounts.map(
      (account, at) => [degradedModes[at]?.name, account, degradedModes[at] ?? withoutScript] as const,
    ),
  )('the game is played with %s', { timeout: 200_000 }, async (_, account, mode) => {
    const page = await openPageIn(browser, mode)
    await answerCookies(page)
    await readNews(page)
    await playShortGame(page, account, mode)
    await page.context().close()
  })
})
