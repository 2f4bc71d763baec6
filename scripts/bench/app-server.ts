import { freePort } from '../../tests/support/provider.ts'
import { type Child, startChild } from '../demo/child-process.ts'
import type { Workspace } from './workspace.ts'

const host = '127.0.0.1'
/** At start the server reads the whole database, to detect damage. */
const timeoutMs = 5 * 60_000

/**
 * An environment in which the server starts as in production. Nobody signs in, so the provider does not need to
 * exist.
 */
export function benchEnvironment({ port, databaseFile }: { port: number; databaseFile: string }) {
  return {
    NODE_ENV: 'production',
    DEMO: '0',
    HOST: host,
    PORT: String(port),
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    // One of them: a file, or the URL of a server.
    ...(databaseFile.startsWith('postgres:')
      ? { DATABASE_URL: databaseFile, DATABASE_FILE: '' }
      : { DATABASE_FILE: databaseFile, DATABASE_URL: '' }),
    SESSION_SECRET: 'a secret of the benchmark, long enough',
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_CLIENT_ID: 'douze',
    OIDC_CLIENT_SECRET: 'bench',
  }
}

/** Starts the built app as in production, on a free loopback port. Returns the port. */
export async function startAppServer(workspace: Workspace, databaseFile: string): Promise<number> {
  const { port } = await startApp(workspace, databaseFile)
  return port
}

/** Starts the built app and returns its process. `more` is added to its environment. */
export async function startApp(
  workspace: Workspace,
  databaseFile: string,
  more: Record<string, string> = {},
): Promise<{ port: number; child: Child }> {
  const port = await freePort()
  const child = workspace.own(
    startChild({
      name: `app-${port}`,
      script: 'scripts/start.mjs',
      env: { ...benchEnvironment({ port, databaseFile }), ...more },
      dataDir: workspace.folder,
      probe: `http://${host}:${port}/healthz`,
      readyTimeoutMs: timeoutMs,
    }),
  )
  const exitedEarly = child.hasEnded.then(() => {
    throw new Error(`The server did not start:\n${child.tail()}`)
  })
  await Promise.race([child.isReady, exitedEarly])
  return { port, child }
}
