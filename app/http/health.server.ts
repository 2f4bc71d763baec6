/** What this process noticed and /healthz tells. Instants: epoch ms of the system clock, 0: never. */
const noticed = {
  forwardedByStranger: 0,
  notWrittenAt: 0,
  readTurnedAwayAt: 0,
  saveTurnedAwayAt: 0,
  isProviderAway: false,
  isMailServerAway: false,
}

/** How long a write that failed is told: whoever watches the machine asks once a minute or so. */
const TOLD_MS = 5 * 60_000

/** How long somebody who was turned away is told. */
const CROWD_TOLD_MS = 60_000

/** Counts a forwarded header that came from an address which is no trusted proxy: it was ignored. */
export function noteForwardedByStranger(): void {
  noticed.forwardedByStranger += 1
}

/** Notes that the database could not write: full, locked or read-only. */
export function noteNotWritten(now: number): void {
  noticed.notWrittenAt = now
}

/** Notes that a read was turned away because too many are here, or something that belongs to a save. */
export function noteTurnedAway(what: 'read' | 'save', now: number): void {
  if (what === 'read') noticed.readTurnedAwayAt = now
  else noticed.saveTurnedAwayAt = now
}

/** Notes whether the identity provider answered when it was asked the last time. */
export function noteProvider(isAway: boolean): void {
  noticed.isProviderAway = isAway
}

/** Notes whether the mail server took mails when it was asked the last time. */
export function noteMailServer(isAway: boolean): void {
  noticed.isMailServerAway = isAway
}

/** What is degraded, for whoever runs this: everything is answered, but not everything goes well. */
export function warnings(now: number): string[] {
  const told: [boolean, string][] = [
    [
      now - noticed.notWrittenAt < TOLD_MS,
      'Something could not be saved in the last five minutes: see not-saved in the log.',
    ],
    [
      now - noticed.readTurnedAwayAt < CROWD_TOLD_MS,
      'More ask than this machine answers: readers were turned away in the last minute.',
    ],
    [
      now - noticed.saveTurnedAwayAt < CROWD_TOLD_MS,
      'Far more ask than this machine answers: saves, or pages to save on, were turned away in the last minute.',
    ],
    [
      noticed.isProviderAway,
      'The identity provider did not answer when it was asked the last time: nobody can sign in.',
    ],
    [
      noticed.isMailServerAway,
      'The mail server took no mails when it was asked the last time: they wait. See mail-server-away in the log.',
    ],
    [
      noticed.forwardedByStranger > 0,
      'A forwarded header from an address that is not a trusted proxy was ignored. Set TRUSTED_PROXIES if a proxy of yours sends it.',
    ],
  ]
  return told.flatMap(([isSo, words]) => (isSo ? [words] : []))
}
