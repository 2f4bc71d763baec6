type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, string | number | boolean | undefined>

let waiting = ''

/** Writes one JSON line to standard output. Never hand it a query, a cookie, a body or a secret. */
export function logLine(level: Level, event: string, fields: Fields = {}): void {
  logSoon(level, event, fields)
  flush()
}

/** The same, together with all other lines of this turn of the event loop: each write costs as much as a kept page. */
export function logSoon(level: Level, event: string, fields: Fields = {}): void {
  if (waiting === '') setImmediate(flush)
  waiting += `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
}

function flush(): void {
  if (waiting !== '') process.stdout.write(waiting)
  waiting = ''
}

/** What of an error may stand in a log: its name, its message without queries, where it happened. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: 'thrown value', message: typeof error }
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return {
    error: error.name,
    message: withoutQueries(error.message),
    stack: withoutQueries(frames.slice(0, 8).join('\n')),
  }
}

function withoutQueries(text: string): string {
  return text.replace(/\?[^\s'")]*/g, '?…').slice(0, 2000)
}
