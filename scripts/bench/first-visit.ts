import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { ensureChromium } from '../chromium.mjs'
import { startAppServer } from './app-server.ts'
import type { Bench, Report } from './part.ts'
import { createPublicDatabase } from './public-database.ts'
import { printTable } from './table.ts'

/** 400 kbit/s both ways, and 400 ms latency. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
/** A layout shift below 0.0005 is displayed as 0.000. */
const publicPage = { textMs: 700, shift: 0.0005, firstBytes: 60_000, secondBytes: 8_000 }
/** Songs shows a letter more of the font. A page of the game has script, and is rendered anew at each visit. */
const maximums: Readonly<Record<string, Limits>> = {
  home: publicPage,
  news: publicPage,
  article: publicPage,
  songs: { ...publicPage, firstBytes: 70_000 },
  dashboard: { textMs: 1300, shift: 0.0005 },
}
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
  /** The network time until all text could be painted: the document, and the style sheets that it links in its head. */
  networkMs: number
  shift: number
  firstBytes: number
  secondBytes: number
}

type Limits = Partial<Omit<Visit, 'networkMs'>>

interface Address {
  name: string
  url: string
  /** The cookie of a signed-in visitor. */
  cookie?: string
}

/**
 * The median of each figure over many visits; of the layout shift the largest, of the text's paint the fastest, which
 * waited least for a core.
 */
interface Visits extends Visit {
  fastestMs: number
}

/** A response whose headers have arrived: `bytes` counts only them so far. */
interface ResponseReceived {
  requestId: string
  type: string
  response: { encodedDataLength: number; url: string; headers: Record<string, string> }
}

interface LoadingFinished {
  requestId: string
  encodedDataLength: number
}

/**
 * Measures a first visit on a slow connection, and what a second one costs. The pages alternate, so that other load
 * on the machine affects all alike.
 */
export async function measurePart({ workspace, logProgress }: Bench): Promise<Report> {
  const file = await createPublicDatabase(workspace.folder)
  const cookie = await signInManager(file)
  const port = await startAppServer(workspace, file)
  const origin = `http://localhost:${port}`
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: flags })
  try {
    const article = /\/news\/\d+-[\w-]+/.exec(await (await fetch(`${origin}/news`)).text())?.[0] ?? ''
    const addresses: Address[] = [
      { name: 'home', url: `${origin}/` },
      { name: 'news', url: `${origin}/news` },
      { name: 'article', url: origin + article },
      { name: 'songs', url: `${origin}/songs` },
      { name: 'dashboard', url: `${origin}/game`, cookie },
    ]
    const seen = new Map(addresses.map(({ name }): [string, Visit[]] => [name, []]))
    for (let round = 0; round <= visits; round += 1) {
      for (const address of addresses) {
        const result = await visit(browser, address)
        // The first round warms the server up.
        if (round > 0) seen.get(address.name)?.push(result)
      }
      logProgress(`first visit: round ${round} of ${visits}`)
    }
    const rows = [...seen].map(([name, all]): [string, Visits] => [name, summarise(all)])
    return report(rows)
  } finally {
    await browser.close()
  }
}

function summarise(all: readonly Visit[]): Visits {
  const median = (figure: (visit: Visit) => number) =>
    all.map(figure).toSorted((a, b) => a - b)[Math.floor(visits / 2)] ?? Number.NaN
  return {
    textMs: median(({ textMs }) => textMs),
    fastestMs: Math.min(...all.map(({ textMs }) => textMs)),
    networkMs: median(({ networkMs }) => networkMs),
    shift: Math.max(...all.map(({ shift }) => shift)),
    firstBytes: median(({ firstBytes }) => firstBytes),
    secondBytes: median(({ secondBytes }) => secondBytes),
  }
}

/** The cookie of a manager with a team. */
async function signInManager(file: string): Promise<string> {
  const db = openDatabase(file)
  const team = await db.selectFrom('teams').select('manager_id').orderBy('id').executeTakeFirstOrThrow()
  const { cookieHeader } = await createSession(db, { managerId: team.manager_id ?? 0, now: Date.now() })
  await db.destroy()
  return cookieHeader
}

/** A new browser context has an empty cache. */
async function visit(browser: Browser, { url, cookie }: Address): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url }])
  }
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slowNetwork)
  const first = await load(page, cdp, () => page.goto(url, { waitUntil: 'load' }))
  await page.evaluate(() => document.fonts.ready)
  const { textMs, shift } = await readPaint(page)
  const second = await load(page, cdp, () => page.goto(url, { waitUntil: 'load' }))
  await context.close()
  return { textMs, shift, networkMs: first.networkMs, firstBytes: first.bytes, secondBytes: second.bytes }
}

/**
 * Measures the bytes transferred, headers included, until the page is complete, and the network time until its text.
 */
async function load(page: Page, cdp: CDPSession, navigate: () => Promise<unknown>) {
  let bytes = 0
  let bytesToText = 0
  let linkHeader = ''
  const stylesheets = new Set<string>()
  /** Pictures inside the document: browsers report those that load late as if they were transferred. */
  const dataUrls = new Set<string>()
  const onResponse = ({ requestId, type, response }: ResponseReceived) => {
    // Headers name the style sheets that text waits for; they are requested while the document arrives.
    if (type === 'Document') {
      bytesToText += response.encodedDataLength
      linkHeader = new Headers(response.headers).get('Link') ?? ''
    }
    if (response.url.startsWith('data:')) dataUrls.add(requestId)
    if (type === 'Stylesheet' && linkHeader.includes(new URL(response.url).pathname))
      stylesheets.add(requestId)
  }
  const onFinished = ({ requestId, encodedDataLength }: LoadingFinished) => {
    if (!dataUrls.has(requestId)) bytes += encodedDataLength
    if (stylesheets.has(requestId)) bytesToText += encodedDataLength
  }
  cdp.on('Network.responseReceived', onResponse)
  cdp.on('Network.loadingFinished', onFinished)
  await navigate()
  await page.waitForLoadState('networkidle')
  cdp.off('Network.responseReceived', onResponse)
  cdp.off('Network.loadingFinished', onFinished)
  const roundTrips = stylesheets.size === 0 ? 1 : 2
  return {
    bytes,
    networkMs: roundTrips * slowNetwork.latency + (bytesToText / slowNetwork.downloadThroughput) * 1000,
  }
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
    'at most',
    'fastest, ms',
    'network alone, ms',
    'layout shift',
    'bytes',
    'second visit, bytes',
  ]
  const body = rows.map(([name, { fastestMs, textMs, networkMs, shift, firstBytes, secondBytes }]) => [
    name,
    ...[textMs, maximums[name]?.textMs ?? Number.NaN, fastestMs, networkMs].map((ms) => ms.toFixed(0)),
    shift.toFixed(4),
    ...[firstBytes, secondBytes].map(String),
  ])
  const broken = rows.flatMap(([name, result]) =>
    (['textMs', 'shift', 'firstBytes', 'secondBytes'] as const).flatMap((figure) => {
      const maximum = maximums[name]?.[figure] ?? Number.POSITIVE_INFINITY
      const isWithin = result[figure] <= maximum
      return isWithin ? [] : [`first visit, ${name}: ${figure} is ${result[figure]}, at most ${maximum}`]
    }),
  )
  return { markdown: printTable(head, body), broken }
}
