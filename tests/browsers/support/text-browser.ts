import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNamed } from './browsers.ts'
import { until } from './driven-browser.ts'

/** How a person works a text browser. */
interface Keys {
  name: string
  command: string
  /** What it shows below a page once it takes keys. */
  ready: string
  /** Opens the prompt of the search, which says `searchPrompt`. */
  search: readonly string[]
  searchPrompt: string
  /** Opens the prompt for an address, which says `addressPrompt`. */
  address: string
  addressPrompt: string
  /** The keys from a field's label, where a search ends, into the field. */
  enterField: readonly string[]
  leaveField: string
  /** Whether the search stops at the first link of the line with the text. */
  findsLines: boolean
}

const lynx: Keys = {
  name: 'lynx',
  command: 'lynx -accept_all_cookies -tna -nopause',
  ready: 'H)elp O)ptions',
  search: ['/'],
  searchPrompt: 'Enter a whereis query',
  address: 'g',
  addressPrompt: 'URL to open',
  enterField: ['Enter', 'C-u'],
  leaveField: 'Down',
  findsLines: true,
}
const w3m: Keys = {
  name: 'w3m',
  command: 'w3m -cookie -o accept_cookie=1 -o confirm_qq=0 -o use_history=0 -o ignorecase_search=0',
  ready: 'Viewing',
  search: ['g', '/'],
  searchPrompt: 'Forward:',
  address: 'U',
  addressPrompt: 'Goto URL:',
  enterField: ['Tab', 'Enter', 'C-u'],
  leaveField: 'Enter',
  findsLines: false,
}

/** Where a control is, if its name alone does not lead there. */
interface Place {
  /** How often the page has the name before. */
  again?: number
  /** Where the search stops at lines: a text of the line, and how many links and fields come before in it. */
  line?: string
  after?: number
}

const isInstalled = (program: string) => existsSync(`/usr/bin/${program}`)

/** Those to test, as `browsers` (browsers.ts). */
export const textBrowsers = [lynx, w3m]
  .filter(({ name }) => isNamed(name))
  .map((each) => {
    const missing = [each.name, 'tmux'].filter((program) => !isInstalled(program))
    const isMissing = missing.length > 0
    const title = isMissing ? `${each.name} (not installed: apt-get install ${missing.join(' ')})` : each.name
    return { ...each, isMissing, title }
  })

/**
 * A text browser in a terminal of tmux, 100 columns wide and so high that a page needs no paging. With RECORD=folder its screens are
 * kept, without the header and the footer of every page.
 */
export function startTextBrowser(keys: Keys, url: string) {
  const home = mkdtempSync(join(tmpdir(), 'text-browser-'))
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-S', join(home, 'tmux'), ...words], { encoding: 'utf8' })
  const press = (...names: readonly string[]) => {
    for (const name of names) tmux('send-keys', '-t', 'it', name)
  }
  const type = (text: string) => tmux('send-keys', '-t', 'it', '-l', text)
  const read = () => tmux('capture-pane', '-p', '-t', 'it')
  const see = (text: string) =>
    until(
      async () => read().replaceAll(/\s+/g, ' ').includes(text),
      async () => `No '${text}' on:\n${read().replaceAll(/\n+/g, '\n')}`,
    )
  const miss = (text: string) =>
    until(
      async () => !read().replaceAll(/\s+/g, ' ').includes(text),
      async () => `Still '${text}'`,
    )
  const prompt = async (names: readonly string[], asks: string, text: string) => {
    press(...names)
    await see(asks)
    press('C-u')
    type(text)
    press('Enter')
  }
  const find = (text: string) => prompt(keys.search, keys.searchPrompt, text)
  const reach = async (text: string, { again = 0, line = text, after = 0 }: Place) => {
    await find(keys.findsLines ? line : text)
    const [key, times] = keys.findsLines ? ['Down', after] : ['n', again]
    press(...Array.from({ length: times }, () => key))
  }
  tmux(
    'new-session',
    '-d',
    '-s',
    'it',
    '-x',
    '120',
    '-y',
    '250',
    `HOME=${home} LANG=C.UTF-8 ${keys.command} ${url}`,
  )
  return {
    see,
    miss,
    read,
    showLines: (count: number) => tmux('resize-window', '-t', 'it', '-y', String(count)),
    open: (url: string) => prompt([keys.address], keys.addressPrompt, url),
    /** lynx asks whether it should show the page of a 401. */
    async openRefused(url: string, text: string) {
      await prompt([keys.address], keys.addressPrompt, url)
      const asks = 'Show the 401 message body? (y/n)'
      await until(
        async () => read().includes(asks) || read().includes(text),
        async () => read(),
      )
      if (read().includes(asks)) press('y')
      await see(text)
    },
    /** Presses a link or a button; in a line of several ones that after so many others. */
    async press(name: string, place: Place = {}) {
      await reach(name, place)
      press('Enter')
    },
    /** Types into a field. */
    async fill(label: string, text: string, place: Place = {}) {
      await reach(label, place)
      press(...keys.enterField)
      type(text)
      press(keys.leaveField)
    },
    record(step: string) {
      if (!process.env.RECORD) return
      const page = read().replaceAll(/\n{3,}/g, '\n\n')
      const [, content = page] = /Play Game\n([\s\S]*?)\n[^\n]*Good evening/.exec(page) ?? []
      appendFileSync(join(process.env.RECORD, `${keys.name}.txt`), `== ${step}\n${content}\n`)
    },
    stop() {
      tmux('kill-server')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
