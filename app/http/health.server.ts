/** What this process noticed and /healthz tells. */
const seen = { forwardedByStranger: 0 }

/** Counts a forwarded header that came from an address which is no trusted proxy: it was ignored. */
export function noteForwardedByStranger(): void {
  seen.forwardedByStranger += 1
}

/** Warnings for whoever runs this: nothing is broken, but something is not set up as meant. */
export function warnings(): string[] {
  if (seen.forwardedByStranger === 0) return []
  return [
    'A forwarded header from an address that is not a trusted proxy was ignored. Set TRUSTED_PROXIES if a proxy of yours sends it.',
  ]
}
