// Loaded before the server: its wall clock runs as many ms beside the true one as the file CLOCK_STEP says, from the
// moment it says so. Timers and performance.now() are not moved, as no step of a real clock moves them.
import { readFileSync } from 'node:fs'

const TrueDate = Date
const file = process.env.CLOCK_STEP ?? ''
const now = () => TrueDate.now() + Number(readFileSync(file, 'utf8'))

globalThis.Date = class extends TrueDate {
  /** @param {[]} given */
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }

  static now() {
    return now()
  }
}
