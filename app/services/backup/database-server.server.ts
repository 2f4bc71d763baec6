import { readFileSync } from 'node:fs'
import { openDatabase } from '#db/engine.server.ts'
import { findSchemaLevel, migrate } from '#db/migrate.server.ts'
import { oldestVersion, readDatabaseFacts, readProduct, sharesSessions } from '#db/postgres/health.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { UpgradeResult } from './backup.server.ts'

/** Why a server's database cannot be used as this version's database. */
export type ServerFault =
  | 'bad-url'
  | 'unreachable'
  | 'sign-in'
  | 'missing'
  | 'product'
  | 'too-old'
  | 'encoding'
  | 'collation'
  | 'read-only'
  | 'loses-commits'
  | 'pooled'
  | 'no-rights'
  | 'schema'
  | 'empty'
  | 'foreign'
  | 'newer'

/** The result of an inspection. `detail`: what the server says of itself, its error, or the names of unknown migrations. */
export type ServerState =
  | { ok: true; pending: readonly string[] }
  | { ok: false; fault: ServerFault; detail: string }

type Failure = Extract<ServerState, { ok: false }>

/** Options in a URL that change nothing but how to connect. */
const allowedOptions = ['sslmode', 'sslrootcert', 'host']
/** The words of `sslmode` that the package pg understands as PostgreSQL's own programs do, which make backups. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

/** Whether a location is a server's URL, and no file. */
export function isServerUrl(location: string): boolean {
  return /^[a-z]+:\/\//i.test(location)
}

/** A URL without its password, to be shown: its host, port and database. */
export function toServerName(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { hostname, port, pathname, searchParams } = new URL(url)
  return `${hostname || (searchParams.get('host') ?? 'localhost')}${port && `:${port}`}${pathname}`
}

/** Inspects a server and its database without changing anything, before the game uses it. */
export async function inspectDatabaseServer(url: string): Promise<ServerState> {
  const flaw = findUrlFlaw(url)
  if (flaw) return fail('bad-url', flaw)
  const db = openDatabase(url)
  try {
    return (await inspectServer(db)) ?? (await inspectSchema(db))
  } catch (error) {
    return toFailure(error)
  } finally {
    await db.destroy()
  }
}

/** What is wrong with a URL as it is written; undefined for one that can be tried. */
export function findUrlFlaw(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'it does not begin with postgres://'
  if (!URL.canParse(url)) return 'it is no URL'
  const { pathname, searchParams } = new URL(url)
  // With an '@', it is the rest of a password whose '/' is not encoded, and the host.
  if (!/^\/[^/@]+$/.test(pathname)) return 'it names no database'
  const unknown = [...searchParams.keys()].find((name) => !allowedOptions.includes(name))
  if (unknown !== undefined || url.includes('#')) return `only ${allowedOptions.join(', ')} may be behind it`
  return findTlsFlaw(Object.fromEntries(searchParams))
}

function findTlsFlaw({ sslmode, sslrootcert, host }: Partial<Record<string, string>>): string | undefined {
  if (!sslModes.includes(sslmode ?? 'disable')) return `sslmode must be one of ${sslModes.join(', ')}`
  const isEncrypted = sslmode !== undefined && sslmode !== 'disable'
  if (isEncrypted && host?.startsWith('/')) return 'a socket knows no sslmode'
  // By default pg trusts public authorities, and the programs none.
  if (sslrootcert === undefined && sslmode?.startsWith('verify'))
    return `sslmode=${sslmode} needs sslrootcert, for example /etc/ssl/certs/ca-certificates.crt`
  if (sslrootcert === undefined) return undefined
  if (!isEncrypted) return 'sslrootcert needs sslmode'
  return hasCertificate(sslrootcert) ? undefined : 'sslrootcert is no file with a certificate'
}

function hasCertificate(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('BEGIN CERTIFICATE')
  } catch {
    return false
  }
}

/**
 * Migrates a server's database, all or nothing. The way down is a backup of the operator's own (docs/operations.md): a
 * server is not ours to copy.
 */
export async function upgradeDatabaseServer(url: string, pending: readonly string[]): Promise<UpgradeResult> {
  if (pending.length === 0) return { ok: true, ran: [] }
  const db = openDatabase(url, { mayTakeLong: true })
  return { ok: true, ran: await migrate(db).finally(() => db.destroy()) }
}

async function inspectServer(db: Db): Promise<Failure | undefined> {
  const { product, version } = await readProduct(db)
  // Others answer as an old PostgreSQL, and put their name behind it.
  if (!/^PostgreSQL \d/.test(product) || /yugabyte|-YB-|redshift|greenplum/i.test(product))
    return fail('product', product)
  if (!(version >= oldestVersion * 10_000)) return fail('too-old', product)
  if (await sharesSessions(db)) return fail('pooled', '')
  const facts = await readDatabaseFacts(db)
  if (facts.encoding !== 'UTF8') return fail('encoding', facts.encoding)
  const isOrderedByCode = facts.collationProvider !== 'i' && /^(C|POSIX|C\.utf-?8)$/i.test(facts.collation)
  if (!isOrderedByCode) return fail('collation', facts.collation)
  if (facts.isReadOnly) return fail('read-only', '')
  if (facts.losesCommits) return fail('loses-commits', '')
  if (!facts.canCreate) return fail('no-rights', 'no table can be made in its schema')
  if (facts.refusedTable !== null)
    return fail('no-rights', `the table ${facts.refusedTable} cannot be read and written`)
  // Restored, its tables would be in public, and a game whose user has another search path would not find them.
  if (facts.schema !== 'public') return fail('schema', facts.schema ?? 'none')
  return undefined
}

async function inspectSchema(db: Db): Promise<ServerState> {
  const level = await findSchemaLevel(db)
  if (level.kind === 'known') return { ok: true, pending: level.pending }
  return fail(level.kind, level.kind === 'newer' ? level.unknown.join(', ') : '')
}

/** PostgreSQL's codes: 28 for a sign-in, 3D000 for an unknown database, 42501 for missing rights. */
function toFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const detail = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error ? error.cause : undefined
  const causeCode = cause instanceof Error && 'code' in cause ? String(cause.code) : code
  if (causeCode.startsWith('28')) return fail('sign-in', detail)
  if (causeCode === '3D000') return fail('missing', detail)
  if (causeCode === '42501') return fail('no-rights', detail)
  return fail('unreachable', detail)
}

function fail(fault: ServerFault, detail: string): Failure {
  return { ok: false, fault, detail: detail.trim().replaceAll('\n', ', ') }
}
