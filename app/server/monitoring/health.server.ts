import { logLine } from './log.server.ts'

/** What /healthz reports of this process. Instants are epoch ms of the system clock; 0 means never. */
export const healthState = {
  /** Whether an X-Forwarded-For header was ignored because its sender is no trusted proxy. */
  hasUntrustedForwarding: false,
  /** When a proxy last did not pass on Host (public-host.server.ts). */
  hostReplacedAt: 0,
  /** When the database could not write: full, locked or read-only. */
  writeFailedAt: 0,
  /** When load shedding refused a read, or a request that belongs to a save. */
  readShedAt: 0,
  saveShedAt: 0,
  /** Whether the identity provider, or the mail server, failed at the last attempt. */
  isProviderDown: false,
  isMailServerDown: false,
}

/** How long /healthz warns of a failed write, or a lost Host: monitoring asks about once a minute. */
const FAULT_WARNING_MS = 5 * 60_000

const SHED_WARNING_MS = 60_000

/** Records that a proxy sent `host` in the place of the public one. One line for as long as /healthz warns of it. */
export function recordReplacedHost(host: string | undefined, now: number): void {
  const isNew = now - healthState.hostReplacedAt >= FAULT_WARNING_MS
  healthState.hostReplacedAt = now
  const reason = 'the proxy in front does not pass on Host'
  if (isNew) logLine('error', 'host-not-passed-on', { host: host?.slice(0, 100), reason })
}

/** Warnings for the operator: the server works, but something is degraded. */
export function listHealthWarnings(now: number): string[] {
  const conditions: [boolean, string][] = [
    [
      now - healthState.writeFailedAt < FAULT_WARNING_MS,
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
      now - healthState.hostReplacedAt < FAULT_WARNING_MS,
      'No page can be shown: the proxy in front does not pass on Host. See host-not-passed-on in the log.',
    ],
    [
      healthState.hasUntrustedForwarding,
      'A forwarded header from an address that is not a trusted proxy was ignored. Set TRUSTED_PROXIES if a proxy of yours sends it.',
    ],
  ]
  return conditions.flatMap(([isDegraded, warning]) => (isDegraded ? [warning] : []))
}
