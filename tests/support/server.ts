import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request as ask, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createSession } from '#app/auth/session/session.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { newDatabase, toDatabaseSetting } from './databases.ts'
import { freePort } from './provider.ts'

/** A response as received. */
export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The body as received, compressed or not. */
  bytes: Buffer
}

/** Where a new database with the season of 2025 is. */
export async function makeDatabase(): Promise<string> {
  const location = await newDatabase('server')
  const db = openDatabase(location, { mayCreate: true })
  await migrate(db)
  const season = findBundledSeason(2025)
  if (season) await loadSeason(db, season)
  await activateSeason(db, 2025)
  await db.destroy()
  return location
}

/** Signs a manager in on the database of a running server, by a session row; returns the cookie. */
export async function signIn(location: string, subject = 'anna', { isAdmin = false } = {}): Promise<string> {
  const db = openDatabase(location)
  const managerId = await ensureManager(db, { issuer: 'http://localhost:1', subject, now: Date.now() })
  const { cookieHeader } = await createSession(db, { managerId, isAdmin, now: Date.now() })
  await db.destroy()
  return cookieHeader
}

/** A command that serves the build, and what it writes once it listens. */
interface ServerCommand {
  args: readonly string[]
  listening: string
}

export const npmStart: ServerCommand = {
  args: ['--max-old-space-size=256', 'scripts/start.mjs'],
  listening: '"listening"',
}
export const npmServe: ServerCommand = {
  args: ['node_modules/.bin/remix-serve', 'build/node/remix-serve.js'],
  listening: '[remix-serve]',
}

/** Runs the command of `npm start`, or another, with `env`; when it refuses to start, `ended` has the reason. */
export function runServer(env: Record<string, string>, { args } = npmStart) {
  if (!existsSync('build/node/server.js')) throw new Error('The app is not built: npm run build')
  const child = spawn(process.execPath, args, {
    env: {
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = once(child, 'exit').then(() => ({ code: child.exitCode, ...output }))
  return { child, output, ended }
}

/** Starts the built server on a free port and waits until it listens. */
export async function startServer(more: Record<string, string> = {}, command = npmStart) {
  const port = Number(more.PORT ?? (await freePort()))
  const origin = more.PUBLIC_ORIGIN ?? `http://localhost:${port}`
  const given = await serverEnv(port, more)
  const env: Record<string, string> = { ...given, PUBLIC_ORIGIN: origin, ...more, ...pickDatabase(given) }
  const running = runServer(env, command)
  await untilListening(running, command)
  return {
    port,
    origin,
    database: env.DATABASE_FILE || env.DATABASE_URL || '',
    log: () =>
      running.output.out
        .trim()
        .split(/\n+/)
        .map((line): Record<string, unknown> => JSON.parse(line)),
    ask: (options: RequestOptions, body?: string | Buffer) => sendRaw({ port, ...options }, body),
    child: running.child,
    output: running.output,
    /** Its exit code and output. */
    ended: running.ended,
    stop: async () => {
      running.child.kill('SIGTERM')
      return running.ended
    },
  }
}

/**
 * An environment in which the server starts, with a new database unless one is given. DATABASE_FILE may name one of a
 * server.
 */
export async function serverEnv(
  port: number,
  { DATABASE_FILE }: Record<string, string> = {},
): Promise<Record<string, string>> {
  return {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ...toDatabaseSetting(DATABASE_FILE ?? (await makeDatabase())),
    SESSION_SECRET: 'a secret of the tests, long enough',
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_CLIENT_ID: 'douze',
    OIDC_CLIENT_SECRET: 'demo',
  }
}

function pickDatabase({ DATABASE_FILE = '', DATABASE_URL = '' }: Record<string, string>) {
  return { DATABASE_FILE, DATABASE_URL }
}

async function untilListening(
  running: { child: ChildProcess; output: { out: string; err: string } },
  { listening }: ServerCommand,
): Promise<void> {
  while (!running.output.out.includes(listening)) {
    if (running.child.exitCode !== null) throw new Error(`The server did not start:\n${running.output.err}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** One request on a new connection, exactly as written: only Host is added. */
export async function sendRaw(options: RequestOptions, body?: string | Buffer): Promise<RawResponse> {
  const request = ask({ host: '127.0.0.1', agent: false, ...options })
  request.end(body)
  const [response] = await once(request, 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body: bytes.toString(), bytes }
}
