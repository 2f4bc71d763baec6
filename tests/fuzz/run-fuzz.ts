import type { FuzzServer } from './fuzz-server.ts'
import {
  buildHarmlessRequest,
  buildRequest,
  describeTarget,
  type FuzzTarget,
  type VisitorKind,
  visitors,
} from './fuzz-target.ts'
import { findTraces, inPath, type Payload } from './payloads.ts'
import { createSender, type FuzzResponse } from './send-request.ts'

/** A promise that a request broke. */
interface Violation {
  place: string
  promise: string
  /** The visitor, the payload, and the size of the violation. */
  by: string
}

/** The result of a run. */
export interface FuzzReport {
  requests: number
  /** The longest block of the event loop with short texts, in ms. */
  shortDelayMs: number
  /** The same with long texts, and the target. */
  longDelayMs: number
  slowest: string
  violations: Violation[]
}

/** A response may be so many bytes longer than that to a short text. */
const maxExtraBytes = 4096
/** The same where the response contains the article's text, twice: as typed and as sanitised. */
const maxExtraBytesShown = 1024 * 1024
/** How long the event loop may be blocked on a busy machine; on an idle one the promise is 50 ms. */
const minAllowedDelayMs = 250
const shortDelayFactor = 10
const timeLimitMs = 8 * 60_000

/** Sends a short text to every target as every visitor, then every payload as the visitors that `chooseVisitors` returns. */
export async function runFuzz(
  server: FuzzServer,
  places: readonly FuzzTarget[],
  chooseVisitors: (place: FuzzTarget) => readonly VisitorKind[],
): Promise<FuzzReport> {
  const send = createSender(server)
  const baseline = createBaseline()
  // Not timed: V8 compiles code on its first run.
  for (const place of places)
    for (const text of invalidTexts)
      baseline.note(place, await send(buildHarmlessRequest(place, text), place.visitor))
  let shortDelayMs = 0
  for (const place of places)
    for (const visitor of visitors) {
      const outcome = await send(buildHarmlessRequest(place), visitor)
      baseline.note(place, outcome)
      shortDelayMs = Math.max(shortDelayMs, outcome.delayMs)
    }

  const maxDelayMs = Math.max(shortDelayFactor * shortDelayMs, minAllowedDelayMs)
  const found: FuzzReport = { requests: 0, shortDelayMs, longDelayMs: 0, slowest: '', violations: [] }
  const until = performance.now() + timeLimitMs
  for (const { place, shape } of places.flatMap((each) =>
    each.shapes.map((shape) => ({ place: each, shape })),
  ))
    for (const visitor of chooseVisitors(place)) {
      if (performance.now() > until)
        return {
          ...found,
          violations: [...found.violations, { place: 'the rest', promise: 'no time', by: '' }],
        }
      const outcome = await sendAgain(() => send(buildRequest(place, shape, visitor), visitor), maxDelayMs)
      found.requests += 1
      if (outcome.delayMs > found.longDelayMs) {
        found.longDelayMs = outcome.delayMs
        found.slowest = `${describeTarget(place)}: ${shape.says}, ${visitor}`
      }
      const longer = measureContent(outcome.text) - baseline.lengthOf(place, outcome)
      for (const [promise, how] of checkResponse(outcome, { place, shape, visitor, maxDelayMs, longer }))
        found.violations.push({
          place: describeTarget(place),
          promise,
          by: `${visitor} ${shape.says} (${how})`,
        })
    }
  return found
}

/**
 * Repeats a slow request: a busy machine delays some tries, an expensive text all of them. The fastest try counts. And one that is
 * refused though the database changed meanwhile: the mail sender writes some time, a request that stores does so each time.
 */
async function sendAgain(send: () => Promise<FuzzResponse>, maxDelayMs: number): Promise<FuzzResponse> {
  const first = await send()
  let { delayMs, hasChanged } = first
  const isDoubtful = () => delayMs > maxDelayMs || (hasChanged && first.status >= 400)
  for (let tries = 1; isDoubtful() && tries < maxTries; tries += 1) {
    const again = await send()
    delayMs = Math.min(delayMs, again.delayMs)
    hasChanged &&= again.hasChanged
  }
  return { ...first, delayMs, hasChanged }
}

const maxTries = 4

/** Short texts that are invalid where there are rules: the baseline for the responses to long texts. */
const invalidTexts = ['x\0', 'x'.repeat(300)]

/** The lengths of responses to short texts, by status. */
function createBaseline() {
  const lengths = new Map<string, number>()
  return {
    note({ address }: FuzzTarget, { status, text }: FuzzResponse): void {
      for (const key of [`${address} ${status}`, `${status}`])
        lengths.set(key, Math.max(lengths.get(key) ?? 0, measureContent(text)))
    },
    /** The longest of the same address; of all addresses if it never had this status, or if the text is in the path. */
    lengthOf({ address, spell }: FuzzTarget, { status }: FuzzResponse): number {
      const ofAll = lengths.get(`${status}`) ?? 0
      return spell === inPath ? ofAll : (lengths.get(`${address} ${status}`) ?? ofAll)
    },
  }
}

/** The length of a response without its style sheet and classes: an error page has others than the page of the form. */
function measureContent(text: string): number {
  return text.replace(/<style>[^<]*<\/style>/, '').replace(/ class="[^"]*"/g, '').length
}

interface CheckParams {
  place: FuzzTarget
  shape: Payload
  visitor: VisitorKind
  maxDelayMs: number
  /** How many bytes the response is longer than the baseline. */
  longer: number
}

/** The violations of a response, with their sizes. */
function checkResponse(
  outcome: FuzzResponse,
  { place, shape, visitor, maxDelayMs, longer }: CheckParams,
): [string, string][] {
  const { status, text, delayMs, hasChanged } = outcome
  const isLookedAt = place.isRefused && !shape.isIgnored && [visitor, 'stranger'].includes(place.visitor)
  const isShown = place.isShown === true && visitor === 'admin'
  const isRefused = status >= 400 && status < 500
  const rules: [boolean, string, string?][] = [
    [status === 0, 'no response'],
    [status >= 500, 'a server error'],
    [status === 429, 'rate limited, so not tested'],
    [isLookedAt && !isRefused, 'not rejected'],
    [isLookedAt && [401, 403].includes(status), 'not parsed'],
    [
      longer > (isShown ? maxExtraBytesShown : maxExtraBytes),
      'a longer response than to a short text',
      `${longer} bytes`,
    ],
    [!isShown && findTraces(shape).some((trace) => text.includes(trace)), 'the text comes back'],
    [hasChanged && (isRefused || place.address.startsWith('GET')), 'the database changed'],
    [delayMs > maxDelayMs, 'the event loop was blocked', `${Math.round(delayMs)} ms`],
  ]
  return rules.flatMap(([isViolated, promise, size = String(status)]) =>
    isViolated ? [[promise, size]] : [],
  )
}

const maxExamples = 3

/** Every violation by target, one line each, with some examples. */
export function listViolations({ violations: broken }: FuzzReport): string[] {
  const groups = new Map<string, string[]>()
  for (const { place, promise, by } of broken) {
    const key = `${place}: ${promise}`
    groups.set(key, [...(groups.get(key) ?? []), by])
  }
  return [...groups].map(([key, by]) => `${key}: ${by.length} times: ${by.slice(0, maxExamples).join(', ')}`)
}
