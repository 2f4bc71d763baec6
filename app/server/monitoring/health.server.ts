/** What /healthz reports of this process. Instants are epoch ms of the system clock; 0 means never. */
const healthState = {
  untrustedForwardedHeaders: 0,
  writeFailedAt: 0,
  readShedAt: 0,
  saveShedAt: 0,
  isProviderDown: false,
  isMailServerDown: false,
}

/** How long /healthz warns of a failed write: monitoring asks about once a minute. */
const WRITE_FAILURE_WARNING_MS = 5 * 60_000

/** How long /healthz warns of a refused request. */
const SHED_WARNING_MS = 60_000

/** Counts an X-Forwarded-For header that was ignored because its sender is no trusted proxy. */
export function recordUntrustedForwardedHeader(): void {
  healthState.untrustedForwardedHeaders += 1
}

/** Records that the database could not write: full, locked or read-only. */
export function recordWriteFailure(now: number): void {
  healthState.writeFailedAt = now
}

/** Records that load shedding refused a read, or a request that belongs to a save. */
export function recordShed(kind: 'read' | 'save', now: number): void {
  if (kind === 'read') healthState.readShedAt = now
  else healthState.saveShedAt = now
}

/** Records whether the identity provider answered the last request. */
export function recordProviderStatus(isDown: boolean): void {
  healthState.isProviderDown = isDown
}

/** Records whether the mail server accepted mails at the last attempt. */
export function recordMailServerStatus(isDown: boolean): void {
  healthState.isMailServerDown = isDown
}

/** Warnings for the operator: the server works, but something is degraded. */
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
  return conditions.flatMap(([isDegraded, warning]) => (isDegraded ? [warning] : []))
}
