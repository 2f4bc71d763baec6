import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { ensureChromium } from '../chromium.mjs'
import { startAppServer } from './app-server.ts'
import type { Bench, Report } from './part.ts'
import { createPublicDatabase } from './public-database.ts'
import { printTable } from './table.ts'

/** 400 kbit/s both ways, and 400 ms latency. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** A layout shift below 0.0005 is displayed as 0.000. */
const most = { textMs: 1100, shift: 0.0005, firstBytes: 100_000, secondBytes: 20_000 }
const visits = 9
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
  /** The network time until text can be painted: two round trips, the document's head and the stylesheets. */
  lineMs: number
  shift: number
  firstBytes: number
  secondBytes: number
}

/**
 * The median of each figure over many visits; of the layout shift the largest, of the text's paint the fastest, which
 * waited least for a core.
 */
interface Visits extends Visit {
  fastestMs: number
}

/** A response whose headers have arrived: `bytes` counts only them so far. */
interface Answer {
  requestId: string
  type: string
  response: { encodedDataLength: number; url: string; headers: Record<string, string> }
}

interface Loaded {
  requestId: string
  encodedDataLength: number
}

/**
 * Measures a first visit on a slow connection, and what a second one costs. The pages alternate, so that other load
 * on the machine affects all alike.
 */
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const port = await startAppServer(workspace, await createPublicDatabase(workspace.folder))
  const origin = `http://localhost:${port}`
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: flags })
  try {
    const article = /\/news\/\d+-[\w-]+/.exec(await (await fetch(`${origin}/news`)).text())?.[0] ?? ''
    const pages = { home: '/', news: '/news', article, songs: '/songs' }
    const addresses = Object.entries(pages).map(([name, path]): [string, string] => [name, origin + path])
    const seen = new Map(addresses.map(([name]): [string, Visit[]] => [name, []]))
    for (let round = 0; round <= visits; round += 1) {
      for (const [name, address] of addresses) {
        const seenNow = await visit(browser, address)
        // The first round warms the server up.
        if (round > 0) seen.get(name)?.push(seenNow)
      }
      say(`first visit: round ${round} of ${visits}`)
    }
    const rows = [...seen].map(([name, all]): [string, Visits] => [name, sumUp(all)])
    return report(rows)
  } finally {
    await browser.close()
  }
}

function sumUp(all: readonly Visit[]): Visits {
  const middle = (figure: (visit: Visit) => number) =>
    all.map(figure).toSorted((a, b) => a - b)[Math.floor(visits / 2)] ?? Number.NaN
  return {
    textMs: middle(({ textMs }) => textMs),
    fastestMs: Math.min(...all.map(({ textMs }) => textMs)),
    lineMs: middle(({ lineMs }) => lineMs),
    shift: Math.max(...all.map(({ shift }) => shift)),
    firstBytes: middle(({ firstBytes }) => firstBytes),
    secondBytes: middle(({ secondBytes }) => secondBytes),
  }
}

/** A new browser context has an empty cache. */
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
  return { textMs, shift, lineMs: first.lineMs, firstBytes: first.bytes, secondBytes: second.bytes }
}

/**
 * Measures the bytes transferred, headers included, until the page is complete, and the network time until its text.
 */
async function load(page: Page, wire: CDPSession, go: () => Promise<unknown>) {
  let bytes = 0
  let bytesToText = 0
  let awaited = ''
  const sheets = new Set<string>()
  const meet = ({ requestId, type, response }: Answer) => {
    // The document's head names the stylesheets that text waits for; they are requested while the rest arrives.
    if (type === 'Document') {
      bytesToText += response.encodedDataLength
      awaited = new Headers(response.headers).get('Link') ?? ''
    }
    if (type === 'Stylesheet' && awaited.includes(new URL(response.url).pathname)) sheets.add(requestId)
  }
  const count = ({ requestId, encodedDataLength }: Loaded) => {
    bytes += encodedDataLength
    if (sheets.has(requestId)) bytesToText += encodedDataLength
  }
  wire.on('Network.responseReceived', meet)
  wire.on('Network.loadingFinished', count)
  await go()
  await page.waitForLoadState('networkidle')
  wire.off('Network.responseReceived', meet)
  wire.off('Network.loadingFinished', count)
  return { bytes, lineMs: 2 * slow.latency + (bytesToText / slow.downloadThroughput) * 1000 }
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

function report(rows: readonly [string, Visits][]): Report {
  const head = [
    'first visit',
    'text, median, ms',
    'fastest, ms',
    'the line alone, ms',
    'layout shift',
    'bytes',
    'second visit, bytes',
  ]
  const body = rows.map(([name, { fastestMs, textMs, lineMs, shift, firstBytes, secondBytes }]) => [
    name,
    ...[textMs, fastestMs, lineMs].map((ms) => ms.toFixed(0)),
    shift.toFixed(4),
    ...[firstBytes, secondBytes].map(String),
  ])
  const limits = [
    'at most',
    `${most.textMs}`,
    '',
    '',
    ...[most.shift, most.firstBytes, most.secondBytes].map(String),
  ]
  const broken = rows.flatMap(([name, found]) =>
    (['textMs', 'shift', 'firstBytes', 'secondBytes'] as const)
      .filter((figure) => !(found[figure] <= most[figure]))
      .map((figure) => `first visit, ${name}: ${figure} is ${found[figure]}, at most ${most[figure]}`),
  )
  return { markdown: printTable(head, [...body, limits]), broken }
}
