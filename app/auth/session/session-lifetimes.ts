import type { Session } from '#db/accounts/sessions.server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long sessions live (security.md, D26), in milliseconds. */
export const sessionLifetimes = {
  idle: 14 * day,
  absolute: 90 * day,
  absoluteOfAdmin: 12 * hour,
  grace: 24 * hour,
  graceOfAdmin: 15 * minute,
  seenEvery: 5 * minute,
  retryEvery: minute,
  renewalAtLeast: 5 * minute,
  renewalAtMost: hour,
  renewalAtMostOfAdmin: 10 * minute,
} as const

type SessionTimes = Pick<
  Session,
  'isAdmin' | 'createdAt' | 'lastSeenAt' | 'renewAt' | 'renewalLeaseUntil' | 'renewalFailingSince'
>

/** Whether a session has reached its idle or absolute limit. All instants here are epoch ms. */
export function isExpired(session: SessionTimes, now: number): boolean {
  const absolute = session.isAdmin ? sessionLifetimes.absoluteOfAdmin : sessionLifetimes.absolute
  return now - session.createdAt >= absolute || now - session.lastSeenAt >= sessionLifetimes.idle
}

/** Whether the provider has been unreachable for longer than a session is trusted without it. */
export function isGraceOver(failingSince: number, now: number): boolean {
  return now - failingSince >= sessionLifetimes.grace
}

/** Admin rights end 15 minutes after a renewal was due, and return once the provider has confirmed them (D26). */
export function hasAdminRights({ isAdmin, renewAt }: SessionTimes, now: number): boolean {
  return isAdmin && (renewAt === null || now - renewAt < sessionLifetimes.graceOfAdmin)
}

export function isRenewalDue({ renewAt, renewalLeaseUntil }: SessionTimes, now: number): boolean {
  return renewAt !== null && now >= renewAt && now >= renewalLeaseUntil
}

/** The delay until the next renewal: the access token's life, within bounds that spare the provider and keep roles fresh. */
export function computeRenewalDelay(lifeSeconds: number | undefined, isAdmin: boolean): number {
  const most = isAdmin ? sessionLifetimes.renewalAtMostOfAdmin : sessionLifetimes.renewalAtMost
  const life = lifeSeconds === undefined ? most : lifeSeconds * 1000
  return Math.min(Math.max(life, sessionLifetimes.renewalAtLeast), most)
}
