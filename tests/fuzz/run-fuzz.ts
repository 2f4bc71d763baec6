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
  /** By whom and with what, and how far. */
  by: string
}

/** What a sweep has found. */
export interface FuzzReport {
  requests: number
  /** The longest that the event loop stood still with short texts, in ms. */
  shortDelayMs: number
  /** The same with long ones, and where. */
  longDelayMs: number
  slowest: string
  violations: Violation[]
}

/** An answer may be so many bytes longer than one of its kind to a short text. */
const mostLonger = 4096
/** The same where an article is shown again: its text twice, as it was typed and as it is. */
const bytesShown = 1024 * 1024
/** How long the event loop may stand still on a busy machine; on an idle one the promise is 50 ms. */
const floorMs = 250
const timesShort = 10
const longestMs = 8 * 60_000

/** Sends a short text in every place as everybody, and then every shape as those who are told. */
export async function runFuzz(
  world: FuzzServer,
  places: readonly FuzzTarget[],
  whoSends: (place: FuzzTarget) => readonly VisitorKind[],
): Promise<FuzzReport> {
  const send = createSender(world)
  const calm = createQuietPeriod()
  // Not timed: what is asked for the first time is translated by V8 meanwhile.
  for (const place of places)
    for (const text of refusedTexts)
      calm.note(place, await send(buildHarmlessRequest(place, text), place.visitor))
  let shortDelayMs = 0
  for (const place of places)
    for (const visitor of visitors) {
      const outcome = await send(buildHarmlessRequest(place), visitor)
      calm.note(place, outcome)
      shortDelayMs = Math.max(shortDelayMs, outcome.delayMs)
    }

  const mostMs = Math.max(timesShort * shortDelayMs, floorMs)
  const found: FuzzReport = { requests: 0, shortDelayMs, longDelayMs: 0, slowest: '', violations: [] }
  const until = performance.now() + longestMs
  for (const { place, shape } of places.flatMap((each) =>
    each.shapes.map((shape) => ({ place: each, shape })),
  ))
    for (const visitor of whoSends(place)) {
      if (performance.now() > until)
        return {
          ...found,
          violations: [...found.violations, { place: 'the rest', promise: 'no time', by: '' }],
        }
      const outcome = await sendAgain(() => send(buildRequest(place, shape, visitor), visitor), mostMs)
      found.requests += 1
      if (outcome.delayMs > found.longDelayMs) {
        found.longDelayMs = outcome.delayMs
        found.slowest = `${describeTarget(place)}: ${shape.says}, ${visitor}`
      }
      const longer = outcome.answer.length - calm.lengthOf(place, outcome)
      for (const [promise, how] of checkResponse(outcome, { place, shape, visitor, mostMs, longer }))
        found.violations.push({
          place: describeTarget(place),
          promise,
          by: `${visitor} ${shape.says} (${how})`,
        })
    }
  return found
}

/** A busy machine stops a process for as long; what a text costs it costs every time. The quickest of some tries counts. */
async function sendAgain(send: () => Promise<FuzzResponse>, mostMs: number): Promise<FuzzResponse> {
  const first = await send()
  let { delayMs } = first
  for (let tries = 1; delayMs > mostMs && tries < mostTries; tries += 1)
    delayMs = Math.min(delayMs, (await send()).delayMs)
  return { ...first, delayMs }
}

const mostTries = 4

/** Short, and refused where there are rules: their answers are what a refusal of a long text is compared with. */
const refusedTexts = ['x\0', 'x'.repeat(300)]

/** How long answers to short texts are, of each status. */
function createQuietPeriod() {
  const lengths = new Map<string, number>()
  return {
    note({ address }: FuzzTarget, { status, answer }: FuzzResponse): void {
      for (const key of [`${address} ${status}`, `${status}`])
        lengths.set(key, Math.max(lengths.get(key) ?? 0, answer.length))
    },
    /** The longest of the same address; of all where this one has never been answered so, or a text leads to another. */
    lengthOf({ address, spell }: FuzzTarget, { status }: FuzzResponse): number {
      const ofAll = lengths.get(`${status}`) ?? 0
      return spell === inPath ? ofAll : (lengths.get(`${address} ${status}`) ?? ofAll)
    },
  }
}

interface Tried {
  place: FuzzTarget
  shape: Payload
  visitor: VisitorKind
  mostMs: number
  /** How many bytes the answer is longer than others of its kind. */
  longer: number
}

/** What is wrong with an answer, and how far. */
function checkResponse(
  outcome: FuzzResponse,
  { place, shape, visitor, mostMs, longer }: Tried,
): [string, string][] {
  const { status, answer, delayMs, hasChanged } = outcome
  const isLookedAt = place.isRefused && !shape.isIgnored && [visitor, 'stranger'].includes(place.visitor)
  const isShown = place.isShown === true && visitor === 'admin'
  const isRefused = status >= 400 && status < 500
  const rules: [boolean, string, string?][] = [
    [status === 0, 'no answer'],
    [status >= 500, 'a fault'],
    [status === 429, 'too many: it was not tried'],
    [isLookedAt && !isRefused, 'not refused'],
    [isLookedAt && [401, 403].includes(status), 'not looked at'],
    [longer > (isShown ? bytesShown : mostLonger), 'a longer answer than to a short text', `${longer} bytes`],
    [!isShown && findTraces(shape).some((trace) => answer.includes(trace)), 'the text comes back'],
    [hasChanged && (isRefused || place.address.startsWith('GET')), 'the database changed'],
    [delayMs > mostMs, 'the event loop stood still', `${Math.round(delayMs)} ms`],
  ]
  return rules.flatMap(([isSo, words, how = String(status)]) => (isSo ? [[words, how]] : []))
}

const mostExamples = 3

/** Every broken promise by place, one line each, with some examples. */
export function listViolations({ violations: broken }: FuzzReport): string[] {
  const groups = new Map<string, string[]>()
  for (const { place, promise, by } of broken) {
    const key = `${place}: ${promise}`
    groups.set(key, [...(groups.get(key) ?? []), by])
  }
  return [...groups].map(([key, by]) => `${key}: ${by.length} times: ${by.slice(0, mostExamples).join(', ')}`)
}
