/** What this process noticed and /healthz tells. Instants: epoch ms of the system clock, 0: never. */
const healthState = {
  untrustedForwardedHeaders: 0,
  writeFailedAt: 0,
  readShedAt: 0,
  saveShedAt: 0,
  isProviderDown: false,
  isMailServerDown: false,
}

/** How long a write that failed is told: whoever watches the machine asks once a minute or so. */
const WRITE_FAILURE_WARNING_MS = 5 * 60_000

/** How long somebody who was turned away is told. */
const SHED_WARNING_MS = 60_000

/** Counts a forwarded header that came from an address which is no trusted proxy: it was ignored. */
export function recordUntrustedForwardedHeader(): void {
  healthState.untrustedForwardedHeaders += 1
}

/** Notes that the database could not write: full, locked or read-only. */
export function recordWriteFailure(now: number): void {
  healthState.writeFailedAt = now
}

/** Notes that a read was turned away because too many are here, or something that belongs to a save. */
export function recordShed(what: 'read' | 'save', now: number): void {
  if (what === 'read') healthState.readShedAt = now
  else healthState.saveShedAt = now
}

/** Notes whether the identity provider answered when it was asked the last time. */
export function recordProviderStatus(isDown: boolean): void {
  healthState.isProviderDown = isDown
}

/** Notes whether the mail server took mails when it was asked the last time. */
export function recordMailServerStatus(isDown: boolean): void {
  healthState.isMailServerDown = isDown
}

/** What is degraded, for whoever runs this: everything is answered, but not everything goes well. */
export function listHealthWarnings(now: number): string[] {
  const conditions: [boolean, string][] = [
    [
      now - healthState.writeFailedAt < WRITE_FAILURE_WARNING_MS,
      'Something could not be saved in the last five minutes: see not-saved in the log.',
    ],
    [
      now - healthState.readShedAt < SHED_WARNING_MS,
      'More ask than this machine answers: readers were turned away in the last minute.',
    ],
    [
      now - healthState.saveShedAt < SHED_WARNING_MS,
      'Far more ask than this machine answers: saves, or pages to save on, were turned away in the last minute.',
    ],
    [
      healthState.isProviderDown,
      'The identity provider did not answer when it was asked the last time: nobody can sign in.',
    ],
    [
      healthState.isMailServerDown,
      'The mail server took no mails when it was asked the last time: they wait. See mail-server-away in the log.',
    ],
    [
      healthState.untrustedForwardedHeaders > 0,
      'A forwarded header from an address that is not a trusted proxy was ignored. Set TRUSTED_PROXIES if a proxy of yours sends it.',
    ],
  ]
  return conditions.flatMap(([isSo, words]) => (isSo ? [words] : []))
}
