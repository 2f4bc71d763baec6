import { findLastChangeAt } from './ensure-built.ts'

const pollMs = 500

/**
 * Calls `onChange` after sources changed, one call at a time. It polls: fs.watch of Node 20 loses files that an
 * editor replaces.
 */
export function watchSources(onChange: () => Promise<void>): void {
  let seen = findLastChangeAt()
  const poll = async () => {
    const now = findLastChangeAt()
    if (now > seen) await onChange()
    seen = now
    setTimeout(poll, pollMs).unref()
  }
  setTimeout(poll, pollMs).unref()
}
