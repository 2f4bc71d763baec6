import type { Mutant } from './mutant.ts'

const lifetimes = {
  file: 'app/auth/session/session-lifetimes.ts',
  test: 'tests/auth/session/session-lifetimes.test.ts',
}

/** Changes of signing in and of sessions. */
export const auth: readonly Mutant[] = [
  {
    ...lifetimes,
    code: 'return Math.min(Math.max(life, sessionLifetimes.renewalAtLeast), most)',
    change: 'return Math.max(life, sessionLifetimes.renewalAtLeast)',
    feels: 'An admin whose role was taken away stays one for the life of the token.',
  },
  {
    ...lifetimes,
    code: 'return Math.min(Math.max(life, sessionLifetimes.renewalAtLeast), most)',
    change: 'return Math.min(life, most)',
    feels: 'A provider with short tokens is asked at every page.',
  },
  {
    ...lifetimes,
    code: 'now - session.createdAt >= absolute || ',
    change: '',
    feels: 'A stolen session that is used lives for ever.',
  },
  {
    ...lifetimes,
    code: ' || now - session.lastSeenAt >= sessionLifetimes.idle',
    change: '',
    feels: 'A session that was left on a borrowed machine stays open.',
  },
  {
    ...lifetimes,
    code: 'session.isAdmin ? sessionLifetimes.absoluteOfAdmin : sessionLifetimes.absolute',
    change: 'sessionLifetimes.absolute',
    feels: 'An admin signs in once in 90 days.',
  },
  {
    ...lifetimes,
    code: 'return now - failingSince >= sessionLifetimes.grace',
    change: 'return false',
    feels: 'Sessions are never asked for again while the provider is away.',
  },
  {
    ...lifetimes,
    code: 'return isAdmin && (renewAt === null || now - renewAt < sessionLifetimes.graceOfAdmin)',
    change: 'return isAdmin',
    feels: 'An admin keeps the rights for a day while the provider is away.',
  },
  {
    ...lifetimes,
    code: ' && now >= renewalLeaseUntil',
    change: '',
    feels: 'Each tab renews the session, and a provider that rotates tokens ends it.',
  },
]
