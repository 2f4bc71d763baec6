type Fields = Record<string, string | number | boolean | undefined>

/** Writes one JSON line to standard output. Never hand it a query, a cookie, a body or a secret. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, fields: Fields = {}): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
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
