import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from './browser.ts'

/**
 * Starts the real local provider (scripts/provider.ts) as its own process and waits until it listens. The app's
 * client id is 'douze', its secret 'demo'. A restart on the same `port` and `dataDir` retains its keys, sessions and
 * grants.
 */
export async function startProvider(of: { appOrigin: string; port?: number; dataDir?: string }) {
  const { port = await freePort(), dataDir = mkdtempSync(join(tmpdir(), 'douze-idp-')) } = of
  const env = { ...process.env, IDP_PORT: String(port), APP_ORIGIN: of.appOrigin, DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/provider.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) throw new Error(`The provider did not start: ${complaints}`)
  return {
    issuer: `http://localhost:${port}`,
    port,
    dataDir,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * Walks through the provider's pages as a visitor without JavaScript: from the authorization URL through the login
 * form to the redirect back. Returns that URL of the app.
 */
export async function walkThroughLogin(
  browser: Browser,
  url: string,
  username: string,
  password = 'demo',
): Promise<string> {
  const home = new URL(url).origin
  const shown = await browser.open(url, home)
  if (shown.left) return shown.url
  const action = /<form method="post" action="([^"]+)"/.exec(shown.body)?.[1]
  if (!action) throw new Error(`no login form at ${shown.url}: ${shown.body}`)
  const response = await browser.open(
    new URL(action, shown.url).href,
    home,
    new URLSearchParams({ username, password }),
  )
  if (!response.left) throw new Error(`not signed in: ${response.body}`)
  return response.url
}
