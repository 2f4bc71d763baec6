// Loaded before the server by `startClock` (server-clock.ts): the clocks are those of the file SERVER_CLOCK, which may change at
// any time. The wall clock stands at `wall`; the monotonic clock has advanced by `passed` ms, and stands too where `isStopped`.
import { readFileSync } from 'node:fs'

const RealDate = Date
const running = performance.now.bind(performance)
// Whole, so that sums of it are exact.
const startedAt = Math.floor(running())
/** @returns {{ wall: number, passed: number, isStopped: boolean }} */
const read = () => JSON.parse(readFileSync(process.env.SERVER_CLOCK ?? '', 'utf8'))

globalThis.Date = class extends RealDate {
  /** @param {[]} args */
  constructor(...args) {
    if (args.length === 0) super(read().wall)
    else super(...args)
  }

  static now() {
    return read().wall
  }
}

performance.now = () => {
  const { passed, isStopped } = read()
  return passed + (isStopped ? startedAt : running())
}
