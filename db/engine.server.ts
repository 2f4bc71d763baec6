import type { DialectAdapter } from 'kysely'
import { postgres } from './postgres/engine.server.ts'
import type { Db } from './schema.server.ts'
import { sqlite } from './sqlite/engine.server.ts'
import type { Versions } from './versions.server.ts'

/** What differs between the engines that can hold the game. All other files of db are SQL that every engine knows. */
export interface Engine {
  /** Whether this engine opens what a location names: a file, or an address. */
  opens(location: string): boolean
  /** Whether a connection is one of this engine. */
  owns(adapter: DialectAdapter): boolean
  /**
   * Opens a database. Its transactions write one after another, in all processes, so that what they read still holds when
   * they commit (`runManagerTransaction` apart). A missing database is refused unless `mayCreate`.
   */
  open(location: string, options?: OpenOptions): Db
  /** Reads the versions of all topics, as committed by any process. By connections of `db`, if it is open, where it gets none. */
  watchVersions(location: string, db?: Db): VersionWatch
  /**
   * Runs a transaction that writes rows of one manager only, which nobody but that manager writes in such a transaction, and reads
   * besides only what no such transaction writes. Those of other managers may run meanwhile, where the engine can; everything else
   * that writes waits for it. What it has read still holds when it commits.
   */
  runManagerTransaction<Result>(db: Db, managerId: number, work: (tx: Db) => Promise<Result>): Promise<Result>
  /** Runs a transaction that erases personal data: what it deletes is overwritten, as far as the engine can (docs/decisions/0006). */
  runErasingTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result>
  /** The system clock that all processes share, in epoch ms. */
  readClock(db: Db): Promise<number>
  /** The tables of the game: those that a copy of it needs. */
  listTables(db: Db): Promise<string[]>
  /** Leaves out the next `count` ids of a table. */
  skipIds(db: Db, table: 'mail_addresses', count: number): Promise<void>
  /** The last id of each table that never gives an id again: it may be that of a deleted row. */
  readLastIds(db: Db): Promise<LastIds>
  /** The next id of each table is behind its last row and behind the given one. */
  writeLastIds(db: Db, lastIds: LastIds): Promise<void>
  /** Keeps processes from serving the database while it is copied; undefined when one serves it. Returns what ends that. */
  lockExclusive(location: string): Promise<(() => Promise<void>) | undefined>
  /** Counts of rate limits that all processes share; undefined where one process serves the database. */
  limitCounts: LimitCounts | undefined
  /** Why nothing can be saved until an operator does something, in words. */
  findFault(db: Db): string | undefined
  /** What is amiss with the database while the game can still be read and saved, in words. */
  listWarnings(db: Db): readonly string[]
  /** Whether an error means that the database cannot be used just now, and that nothing was stored. */
  isUnavailable(error: Error): boolean
  /** Whether an error means that nobody knows whether a transaction was committed: its connection broke at that moment. */
  isOutcomeUnknown(error: Error): boolean
}

export interface OpenOptions {
  mayCreate?: boolean
  /** Statements may take as long as they take, as those of a migration. */
  mayTakeLong?: boolean
}

/** One key of a rate limit: at most `max` requests within any `windowMs`. */
export interface CountedLimit {
  /** At most 64 characters. */
  key: string
  max: number
  windowMs: number
}

/** Both return in how many ms the next request passes, by the system clock that all processes share; 0: now. */
export interface LimitCounts {
  /** Counts a request that passes. */
  consume(db: Db, limit: CountedLimit): Promise<number>
  peek(db: Db, limit: CountedLimit): Promise<number>
}

export type LastIds = Readonly<Record<string, number>>

export interface VersionWatch {
  /** The versions as committed when it is called, or later; a promise where they come over a network. */
  read(): Versions | Promise<Versions>
  close(): void
}

export const engines: readonly Engine[] = [postgres, sqlite]

/** The engine of an open database or transaction. */
export function engineOf(db: Db): Engine {
  const { adapter } = db.getExecutor()
  return orThrow(engines.find((engine) => engine.owns(adapter)))
}

/** Opens the database at a location (`Engine.open`). */
export function openDatabase(location: string, options?: OpenOptions): Db {
  return engineAt(location).open(location, options)
}

/** Watches the versions of the database at a location. Close it before the process ends. */
export function watchVersions(location: string, db?: Db): VersionWatch {
  return engineAt(location).watchVersions(location, db)
}

/** The engine of the database at a location. */
export function engineAt(location: string): Engine {
  return orThrow(engines.find((engine) => engine.opens(location)))
}

function orThrow(engine: Engine | undefined): Engine {
  if (!engine) throw new Error('No engine knows this database')
  return engine
}

/** Runs a transaction that erases personal data (docs/decisions/0006, `Engine.runErasingTransaction`). */
export function runErasingTransaction<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return engineOf(db).runErasingTransaction(db, work)
}
