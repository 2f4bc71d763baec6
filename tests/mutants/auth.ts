import type { Mutant } from './mutant.ts'

const cipher = {
  file: 'app/auth/session/token-encryption.server.ts',
  test: 'tests/db/accounts/sessions.test.ts',
}
const session = { file: 'app/auth/session/session.server.ts', test: 'tests/db/accounts/sessions.test.ts' }
const uses = {
  file: 'app/auth/session/session-uses.server.ts',
  test: 'tests/db/accounts/session-uses.test.ts',
}
const mailTokens = { file: 'app/auth/mail-tokens.server.ts', test: 'tests/auth/mail-tokens.test.ts' }
const proof = { file: 'app/auth/editor-proof.server.ts', test: 'tests/auth/editor-proof.test.ts' }
const roles = {
  file: 'app/auth/provider/admin-rights.server.ts',
  test: 'tests/auth/provider/roles.test.ts',
}
const waits = {
  file: 'app/auth/provider/provider-wait.server.ts',
  test: 'tests/auth/provider/provider-wait.test.ts',
}
const tokens = {
  file: 'app/auth/provider/verify-tokens.server.ts',
  test: 'tests/requests/auth/bearer-tokens.test.ts',
}
const forged = 'tests/requests/auth/forged-provider-responses.test.ts'
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
  {
    ...lifetimes,
    code: 'lifeSeconds * 1000',
    change: 'lifeSeconds',
    feels: 'Each session asks the provider every five minutes, whatever its token says.',
  },
  {
    ...cipher,
    code: `return createHash('sha256').update(secret).digest('base64url')`,
    change: 'return secret',
    feels: 'Who reads a copy of the database is signed in as everybody in it.',
  },
  {
    ...cipher,
    code: `tokenKey, iv).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Decrypts a token; null when it was changed, moved to another row, or encrypted with another secret. */
export function decryptToken(sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', tokenKey, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(`,
    change: `tokenKey, iv)
  const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

export function decryptToken(sealed: string, owner: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', tokenKey, bytes.subarray(0, 12))
  decipher.setAuthTag(`,
    feels: 'Who can write to the database copies the tokens of an admin into a session of their own.',
  },
  {
    ...cipher,
    test: 'tests/auth/mail-tokens.test.ts',
    code: 'timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text)))',
    change: 'sign(text).startsWith(signature.slice(0, 40))',
    feels: 'A signature of which only the beginning is right counts as genuine.',
  },
  {
    ...session,
    code: `randomBytes(32).toString('base64url')`,
    change: `randomBytes(16).toString('base64url')`,
    feels: 'The ids of sessions are half as long as promised.',
  },
  {
    ...session,
    code: `  if (isExpired(session, now)) {
    await logFailedWrite(deleteSession(db, session.idHash))
    return null
  }
`,
    change: '',
    feels: 'No session ever ends.',
  },
  {
    ...session,
    code: `    await logFailedWrite(deleteSession(db, session.idHash))
    return null`,
    change: '    return null',
    feels: 'The tokens of a session that has ended stay in the database.',
  },
  {
    ...session,
    code: 'start.now - sessionLifetimes.idle',
    change: 'start.now - sessionLifetimes.absolute',
    feels: 'Sessions that nobody can use any more stay in the database for months.',
  },
  {
    ...session,
    code: 'use && now - session.lastSeenAt >= sessionLifetimes.seenEvery',
    change: 'use',
    feels: 'Each page writes to the database, and saves wait for it.',
  },
  {
    ...session,
    code: `  await deleteSession(db, session.idHash)
  return { idToken: readIdToken(session) }`,
    change: '  return { idToken: readIdToken(session) }',
    feels: 'After signing out at a borrowed machine the session goes on for whoever kept its cookie.',
  },
  {
    ...session,
    code: 'id_token_sealed: idToken && encryptToken(idToken, idHash)',
    change: 'id_token_sealed: idToken',
    feels: "A copy of the database shows everybody's e-mail address.",
  },
  {
    ...uses,
    code: '  if (waiting.size >= maxWaiting) return\n',
    change: '',
    feels: 'A database that is away fills the memory with uses of sessions.',
  },
  {
    ...uses,
    code: `await updateLastUse(db, { idHashes, now }).catch((error: unknown) =>
    logLine('error', 'session not written', describeError(error)),
  )`,
    change: 'await updateLastUse(db, { idHashes, now })',
    feels: 'A full disk ends the server, because a session was used.',
  },
  {
    ...mailTokens,
    code: ` || !isGenuine(\`\${knownPurpose}.\${id}.\${expiry}\`, mac)`,
    change: '',
    feels: "Whoever counts up numbers ends everybody's mails.",
  },
  {
    ...mailTokens,
    code: 'return token.expiresAt === 0 || now < token.expiresAt ? token : null',
    change: 'return token',
    feels: 'A link to confirm an address works for ever.',
  },
  {
    ...mailTokens,
    code: 'token.expiresAt === 0 || now < token.expiresAt',
    change: 'now < token.expiresAt',
    feels: 'No mail can be unsubscribed: its link is always too old.',
  },
  {
    file: 'app/auth/mail-links.server.ts',
    test: 'tests/services/mail/sender.test.ts',
    code: 'signMailToken({ purpose: kind, addressId, expiresAt: 0 })',
    change: 'signMailToken({ purpose: kind, addressId, expiresAt: systemNow() + confirmationLifeMs })',
    feels: 'The mails of last week can no longer be unsubscribed.',
  },
  {
    ...proof,
    code: 'now < Number(expiresAt) && ',
    change: '',
    feels: 'A form of the news that was opened once gets what it sends back for ever.',
  },
  {
    ...proof,
    code: ' && isGenuine(expiresAt, mac)',
    change: '',
    feels: 'Anybody with a made-up proof has 256 kB read and sent back.',
  },
  {
    ...roles,
    code: '(isAnyCase ? name.toLowerCase() : name)',
    change: 'name.toLowerCase()',
    feels: "Somebody with another program's role 'Admin' publishes results.",
  },
  {
    ...roles,
    code: "(isAnyCase ? name.toLowerCase() : name) === 'admin'",
    change: "(isAnyCase ? name.toLowerCase() : name).includes('admin')",
    feels: "Somebody with the role 'administrator' of something else publishes results.",
  },
  {
    ...roles,
    code: String.raw`role.replace(/^\//, '')`,
    change: String.raw`role.replace(/^.*\//, '')`,
    feels: 'The admin of any group beneath is an admin here.',
  },
  {
    ...roles,
    code: '(grant ? [role] : [])',
    change: '[role]',
    feels: 'Who is told to be no admin, by { admin: false }, is one.',
  },
  {
    ...roles,
    test: 'tests/requests/auth/session-renewal.test.ts',
    code: '(rolesFrom ? [rolesFrom] : sources)',
    change: '[...sources]',
    feels: 'An admin loses the rights at a renewal that brings another token.',
  },
  {
    ...waits,
    code: "['/admin', '/api/admin'].some",
    change: "['/admin'].some",
    feels: 'Whose role was taken away goes on publishing by the API.',
  },
  {
    ...waits,
    code: String.raw`
    .replace(/\.data$/, '')`,
    change: '',
    feels: 'Sign-ins by script hold places of the queue while the provider thinks.',
  },
  {
    ...waits,
    code: "page === '/auth/callback' && hasAttemptCookie(cookie)",
    change: "page === '/auth/callback'",
    feels: 'Made-up callbacks take the places of those who sign in.',
  },
  {
    ...waits,
    code: 'needsProvider && hasSessionCookie(cookie)',
    change: 'needsProvider',
    feels: 'Strangers at /admin take the places of checks at the provider.',
  },
  {
    ...waits,
    file: 'app/http/api-path.server.ts',
    code: '(decodeUri(resolved) ?? resolved).toLowerCase()',
    change: 'resolved.toLowerCase()',
    feels: 'Whose role was taken away still opens /%61dmin.',
  },
  {
    file: 'app/auth/bearer.server.ts',
    test: 'tests/auth/bearer.test.ts',
    code: 'bearerOfRequest(context, token, () => withTimeout(verifyBearer(token)).catch(toUnavailable))',
    change: 'withTimeout(verifyBearer(token)).catch(toUnavailable)',
    feels: 'A call whose token ends meanwhile is taken for two people.',
  },
  {
    file: 'app/auth/bearer.server.ts',
    test: 'tests/requests/account/account-of-bearer.test.ts',
    code: `isReadMethod(request.method)
    ? ((await findManagerId(db, person)) ?? unknownManagerId)
    : await ensureManager(db, { ...person, now: systemNow() })`,
    change: 'await ensureManager(db, { ...person, now: systemNow() })',
    feels: 'A deleted account comes back when a forgotten program reads.',
  },
  {
    file: 'app/auth/provider/identity.server.ts',
    test: forged,
    code: `  if (claims.nonce !== nonce)
    throw new errors.JWTClaimValidationFailed('not of this attempt', claims, 'nonce')
`,
    change: '',
    feels: 'A stolen ID token signs in whoever replays it.',
  },
  {
    file: 'app/auth/provider/oidc-strategy.server.ts',
    test: forged,
    code: 'this.#request({ ...grant, code_verifier: codeVerifier }, providerTimeoutMs)',
    change: 'this.#request(grant, providerTimeoutMs)',
    feels: 'A code that was read on its way signs in the thief.',
  },
  {
    file: 'app/auth/provider/token-requests.server.ts',
    test: forged,
    code: `      if (left < 0) controller.error(new Error('the response is too large'))
      else controller.enqueue(chunk)`,
    change: '      controller.enqueue(chunk)',
    feels: 'An endless answer of the provider fills the memory.',
  },
  {
    ...tokens,
    test: forged,
    code: 'events: z.object({ [logoutEvent]: z.object({}) })',
    change: 'events: z.unknown()',
    feels: 'Any token of the provider signs a person out.',
  },
  {
    ...tokens,
    code: '!isSubject(subject) || !isOurs || !isAccess',
    change: '!isSubject(subject) || !isAccess',
    feels: 'The token for another program plays the game of its owner.',
  },
  {
    ...tokens,
    file: 'app/auth/provider/discovery.server.ts',
    code: 'cooldownDuration: 60_000',
    change: 'cooldownDuration: 0',
    feels: 'Made-up tokens have the provider asked as often as they come, until it blocks the game.',
  },
  {
    ...tokens,
    file: 'app/auth/api-endpoints.server.ts',
    code: "    if (access === 'admin' && !mayAdminister(caller)) return throwErrorResponse('ACCESS_DENIED')\n",
    change: '',
    feels: 'Every player writes the points of a round by the API.',
  },
  {
    file: 'app/auth/api-endpoints.server.ts',
    test: 'tests/requests/security/rate-and-size-limits.test.ts',
    code: 'consume(db, String(args.managerId))',
    change: 'consume(db, String(args.context.clientAddress))',
    feels: 'A household, or a bar with one address, shares the saves of one manager.',
  },
  {
    file: 'app/auth/sign-in/sign-in.server.ts',
    test: forged,
    code: "    if (!isOpen) return fail('SIGN_IN_OVER')\n",
    change: '',
    feels: 'A callback that is followed a second time, by whoever has its cookie, signs in again.',
  },
  {
    file: 'app/auth/sign-in/sign-in.server.ts',
    test: 'tests/requests/auth/sign-in.test.ts',
    code: "  if (!isBounded(url)) return fail('SIGN_IN_OVER')\n",
    change: '',
    feels: 'A callback with a broken code spoils the sign-in that is under way.',
  },
  {
    file: 'app/auth/sign-in/sign-in.server.ts',
    test: 'tests/requests/auth/sign-in-again.test.ts',
    code: 'redirectTo = safeRedirectTarget(target)\n    const attemptCookie',
    change: "redirectTo = target ?? '/'\n    const attemptCookie",
    feels: 'After a sign-in the visitor is on another site.',
  },
  {
    file: 'app/auth/sign-in/redirect-target.ts',
    test: 'tests/requests/auth/redirect-target.test.ts',
    code: "path.startsWith('//') || ",
    change: '',
    feels: 'A link to the sign-in leads to a page that only looks like this site.',
  },
  {
    file: 'app/auth/provider/oidc.server.ts',
    test: 'tests/requests/auth/provider-differences.test.ts',
    code: `  if (newToken && newToken !== refreshToken) await keep(newToken)
  return readRenewal(provider, data, session)`,
    change: `  const renewal = await readRenewal(provider, data, session)
  if (newToken && newToken !== refreshToken) await keep(newToken)
  return renewal`,
    feels: 'When the provider changes its keys, everybody is signed out.',
  },
]
