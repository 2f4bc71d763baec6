import { z } from 'zod'
import { parseMailAddress } from './game/notification/mail-address.ts'
import { formatZodIssue } from './services/seasons/zod-messages.server.ts'

/** What each sign-in sets itself: another value would undo its protection. */
const ownParameters =
  'response_type response_mode client_id redirect_uri scope state nonce code_challenge code_challenge_method request request_uri'

/** The only reader of process.env in app/ and db/. Every variable is described in README, 'Configuration', and ops/douze.env.example. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PUBLIC_ORIGIN: z.url().regex(/^\w+:\/\/[^/?#@\\]+\/?$/, 'must be a host only: no path, user or query'),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUSTED_PROXIES: z.string().default('loopback'),
  DATABASE_FILE: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  /** Read before the database is opened (inspect-database.server.ts). */
  DATABASE_ON_NETWORK: z.enum(['0', '1']).default('0'),
  SESSION_SECRET: z.string().min(32),
  OIDC_ISSUER: z.url(),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),
  OIDC_SCOPE: z.string().refine(hasOpenid, "words with openid among them: 'openid groups'").default('openid'),
  OIDC_AUTHORIZATION_PARAMETERS: z
    .string()
    .refine(hasFreeParameters, `a query such as access_type=offline, without any of ${ownParameters}`)
    .default(''),
  OIDC_ROLES_CLAIM: z.string().min(1).default('realm_access.roles'),
  OIDC_ROLES_ANY_CASE: z.enum(['0', '1']).default('0'),
  ADMIN_SUBJECTS: z.string().default(''),
  SOCIAL_INSTAGRAM_URL: z.url().default('https://www.instagram.com/'),
  SOCIAL_BLUESKY_URL: z.url().default('https://bsky.app/'),
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'smtps://user:password@host:465 or smtp://user:password@host:587, nothing behind it',
    )
    .optional(),
  MAIL_FROM: z.string().optional(),
  DEMO: z.enum(['0', '1']).default('0'),
})

/** The names of all settings: what describes them is held against these. */
export const settingNames = Object.keys(variables.shape)

/** Reads and checks the environment. Throws one error that names every variable that is missing or unsafe. */
function readConfig(environment: NodeJS.ProcessEnv) {
  const result = variables.safeParse(omitEmpty(environment), { error: formatZodIssue })
  const database = environment.DATABASE_URL || environment.DATABASE_FILE
  if (!result.success || !database) {
    const problems = result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
    if (!database) problems.unshift('DATABASE_FILE, or DATABASE_URL: is missing')
    const lines = problems.map((problem) => `  ${problem}`)
    throw new Error(`Douze cannot start. Missing or unsafe in the environment:\n${lines.join('\n')}`)
  }
  const value = result.data
  const origin = new URL(value.PUBLIC_ORIGIN)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(origin.hostname)
  if (origin.protocol !== 'https:' && !isLocal) {
    throw new Error('Douze cannot start. PUBLIC_ORIGIN must be https, except on localhost.')
  }
  if (value.DATABASE_FILE !== undefined && value.DATABASE_URL !== undefined) {
    throw new Error('Douze cannot start. DATABASE_FILE and DATABASE_URL are both set. Set one of them.')
  }
  if (value.DEMO === '1' && !isLocal) {
    throw new Error('Douze cannot start. The demo (DEMO=1) has public passwords and runs on localhost only.')
  }
  return {
    nodeEnv: value.NODE_ENV,
    origin: origin.origin,
    isHttps: origin.protocol === 'https:',
    port: value.PORT,
    host: value.HOST,
    /** systemd holds the listening socket (ops/douze.socket). */
    hasInheritedSocket: environment.LISTEN_PID === String(process.pid),
    trustedProxies: toList(value.TRUSTED_PROXIES),
    /** The database: a file's path, or a server's URL. */
    database,
    sessionSecret: value.SESSION_SECRET,
    isDemo: value.DEMO === '1',
    provider: {
      issuer: value.OIDC_ISSUER,
      clientId: value.OIDC_CLIENT_ID,
      clientSecret: value.OIDC_CLIENT_SECRET,
      scopes: value.OIDC_SCOPE.split(' '),
      /** Added to the address of each sign-in: names and values. */
      authorizationParameters: [...new URLSearchParams(value.OIDC_AUTHORIZATION_PARAMETERS)],
      rolesClaim: value.OIDC_ROLES_CLAIM,
      isRoleInAnyCase: value.OIDC_ROLES_ANY_CASE === '1',
      adminSubjects: toList(value.ADMIN_SUBJECTS),
    },
    mail: readMail(value.SMTP_URL, value.MAIL_FROM),
    social: { instagram: value.SOCIAL_INSTAGRAM_URL, bluesky: value.SOCIAL_BLUESKY_URL },
  }
}

/** A line without a value, as ops/douze.env.example has them, is the same as no line where that is allowed. */
function omitEmpty(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const mayBeEmpty = ['SMTP_URL', 'MAIL_FROM', 'DATABASE_FILE', 'DATABASE_URL']
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || !mayBeEmpty.includes(name)),
  )
}

/** Which server takes the mails, and whom they are from; undefined when mails are off. */
function readMail(smtpUrl: string | undefined, mailFrom: string | undefined) {
  if (smtpUrl === undefined && mailFrom === undefined) return undefined
  if (smtpUrl === undefined || mailFrom === undefined)
    throw new Error('Douze cannot start. SMTP_URL and MAIL_FROM are set together, or neither is.')
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom.trim()) ?? []
  const reading = parseMailAddress(bracketed ?? mailFrom)
  if (!reading.ok || /[\p{Cc}"]/u.test(name))
    throw new Error(
      'Douze cannot start. MAIL_FROM must be an address, or a name and an address: Douze <douze@example.org>',
    )
  return { smtpUrl, from: { name: name.trim() || 'Douze', address: reading.address } }
}

function hasOpenid(scope: string): boolean {
  return scope.split(' ').includes('openid')
}

/** A name and a value each, none of those that a sign-in sets. */
function hasFreeParameters(text: string): boolean {
  const pairs = [...new URLSearchParams(text)]
  return pairs.every(
    ([name, value]) => name !== '' && value !== '' && !ownParameters.split(' ').includes(name),
  )
}

/** Options in the address of a mail server could turn off what protects the mails. */
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, pathname, search, hash } = new URL(text)
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === ''
  // The parser lets '%00' into a name, and the mailer throws at it with the whole address in its hand.
  const isHost = /^([\w.-]+|\[[\da-f:.]+\])$/i.test(hostname) && port !== '0'
  return ['smtp:', 'smtps:'].includes(protocol) && isHost && isBare
}

function toList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  return items.filter((item) => item !== '')
}

export const config = readConfig(process.env)
