import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { ensureChromium } from '../../../scripts/chromium.mjs'
import { startChromium } from './chromium.ts'
import type { DrivenBrowser } from './driven-browser.ts'
import { startFirefox } from './firefox.ts'
import { fetchChromium, npmChromiums } from './npm-chromium.ts'
import { startWithPlaywright } from './playwright.ts'
import { startWebKit } from './webkit.ts'

interface TestedBrowser {
  name: string
  start: () => Promise<DrivenBrowser>
  /** A program of Debian's that it needs, and its package. */
  needs?: { program: string; debian: string }
}

const tested: readonly TestedBrowser[] = [
  ...npmChromiums.map((each) => ({
    name: each.name,
    start: () => {
      const start = () => startChromium(fetchChromium(each))
      return each.mayHang ? start().catch(start) : start()
    },
  })),
  {
    name: "today's Chromium",
    start: async () =>
      startWithPlaywright(
        chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] }),
      ),
  },
  {
    name: 'Firefox',
    start: startFirefox,
    needs: { program: '/usr/bin/firefox-esr', debian: 'firefox-esr' },
  },
  {
    name: 'WebKitGTK',
    start: startWebKit,
    needs: {
      program: '/usr/bin/WebKitWebDriver',
      debian: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
    },
  },
]

/** Whether BROWSER names it, or a part of its name; without it all are tested. */
export const isNamed = (name: string) =>
  name.toLowerCase().includes((process.env.BROWSER ?? '').toLowerCase())
const isMissing = ({ needs }: TestedBrowser) => needs !== undefined && !existsSync(needs.program)

/** The browsers to test. Those that are not installed are left out, with a reason. */
export const browsers = tested
  .filter(({ name }) => isNamed(name))
  .map((each) => ({
    ...each,
    isMissing: isMissing(each),
    title: isMissing(each)
      ? `${each.name} (not installed: apt-get install ${each.needs?.debian})`
      : each.name,
  }))
