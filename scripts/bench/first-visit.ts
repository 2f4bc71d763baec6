import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { ensureChromium } from '../chromium.mjs'
import { startAppServer } from './app-server.ts'
import type { Bench, Report } from './part.ts'
import { makePublicStore } from './public-store.ts'
import { printTable } from './table.ts'

/** 400 kbit/s both ways, and 400 ms until an answer begins. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** Nobody sees a shift of less than a thousandth: a word of the menu growing by the width of a hair. */
const most = { textMs: 1100, shift: 0.001, firstBytes: 100_000, secondBytes: 20_000 }
const visits = 3
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Visit {
  textMs: number
  shift: number
  firstBytes: number
  secondBytes: number
}

/** What somebody on a slow connection waits for who comes for the first time, and what the second time costs. */
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const port = await startAppServer(workspace, await makePublicStore(workspace.folder))
  const origin = `http://localhost:${port}`
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: flags })
  try {
    const article = /\/news\/\d+-[\w-]+/.exec(await (await fetch(`${origin}/news`)).text())?.[0] ?? ''
    const rows: [string, Visit][] = []
    for (const [name, path] of [
      ['home', '/'],
      ['news', '/news'],
      ['article', article],
      ['songs', '/songs'],
    ] as const) {
      rows.push([name, await visitOften(browser, origin + path)])
      say(`first visit: ${name}`)
    }
    return report(rows)
  } finally {
    await browser.close()
  }
}

/** Once to warm the server up, then the median of each figure; of the shift the largest. */
async function visitOften(browser: Browser, address: string): Promise<Visit> {
  await visit(browser, address)
  const all: Visit[] = []
  for (let n = 0; n < visits; n += 1) all.push(await visit(browser, address))
  const middle = (figure: (visit: Visit) => number) =>
    all.map(figure).toSorted((a, b) => a - b)[Math.floor(visits / 2)] ?? Number.NaN
  return {
    textMs: middle(({ textMs }) => textMs),
    shift: Math.max(...all.map(({ shift }) => shift)),
    firstBytes: middle(({ firstBytes }) => firstBytes),
    secondBytes: middle(({ secondBytes }) => secondBytes),
  }
}

/** A context of its own is a browser that was never here. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', slow)
  const first = await load(page, wire, () => page.goto(address, { waitUntil: 'load' }))
  await page.evaluate(() => document.fonts.ready)
  const { textMs, shift } = await readPaint(page)
  const second = await load(page, wire, () => page.goto(address, { waitUntil: 'load' }))
  await context.close()
  return { textMs, shift, firstBytes: first, secondBytes: second }
}

/** Bytes over the wire, heads included, until the page has everything. */
async function load(page: Page, wire: CDPSession, go: () => Promise<unknown>): Promise<number> {
  let bytes = 0
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength
  }
  wire.on('Network.loadingFinished', count)
  await go()
  await page.waitForLoadState('networkidle')
  wire.off('Network.loadingFinished', count)
  return bytes
}

function readPaint(page: Page): Promise<{ textMs: number; shift: number }> {
  return page.evaluate(async () => {
    const shifts = await new Promise<number>((resolve) => {
      let sum = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve(sum), 200)
    })
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { textMs: paint?.startTime ?? Number.NaN, shift: shifts }
  })
}

function report(rows: readonly [string, Visit][]): Report {
  const head = ['first visit', 'text, ms', 'layout shift', 'bytes', 'second visit, bytes']
  const body = rows.map(([name, { textMs, shift, firstBytes, secondBytes }]) => [
    name,
    textMs.toFixed(0),
    shift.toFixed(4),
    firstBytes.toFixed(0),
    secondBytes.toFixed(0),
  ])
  const limits = [`at most`, ...[most.textMs, most.shift, most.firstBytes, most.secondBytes].map(String)]
  const broken = rows.flatMap(([name, found]) =>
    (['textMs', 'shift', 'firstBytes', 'secondBytes'] as const)
      .filter((figure) => !(found[figure] <= most[figure]))
      .map((figure) => `first visit, ${name}: ${figure} is ${found[figure]}, at most ${most[figure]}`),
  )
  return { markdown: printTable(head, [...body, limits]), broken }
}
