/** Writes why the server does not start, and ends the process with status 1. */
export function exitWithError(reason: string): never {
  const prefix = 'Douze cannot start.'
  process.stderr.write(`${reason.startsWith(prefix) ? reason : `${prefix} ${reason}`}\n`)
  process.exit(1)
}
