// Loaded before the server: offsets its wall clock by the ms in the file CLOCK_STEP, which may change at any time. Timers and
// performance.now() stay as they are, like with a step of a real clock.
import { readFileSync } from 'node:fs'

const TrueDate = Date
const file = process.env.CLOCK_STEP ?? ''
const now = () => TrueDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = class extends TrueDate {
  /** @param {[]} args */
  constructor(...args) {
    if (args.length === 0) super(now())
    else super(...args)
  }

  static now() {
    return now()
  }
}
