import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { z } from 'zod'
import { freePort } from '#tests/support/provider.ts'
import { type DrivenBrowser, until } from './driven-browser.ts'
import { driveByWebDriver } from './webdriver.ts'

const answer = z.object({ value: z.unknown().optional() })
const session = z.object({ sessionId: z.string() })

/** Starts WebKitGTK in a display of its own, by WebDriver. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const port = await freePort()
  const child = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1400x1000x24', 'WebKitWebDriver', `--port=${port}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const errors: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => errors.push(...errorsIn(text)))
  const origin = `http://127.0.0.1:${port}`
  await until(
    async () => (await fetch(`${origin}/status`)).ok,
    async () => 'WebKitWebDriver does not start',
  )
  const binary = resolve('tests/browsers/support/webkit-window.py')
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: [] } } }
  const started = session.parse(await ask(`${origin}/session`, 'POST', { capabilities }))
  const base = `${origin}/session/${started.sessionId}`
  const drive = driveByWebDriver((method, path, body) => ask(base + path, method, body))
  return {
    version: `WebKitGTK ${/Version\/\S+ Safari/.exec(String(await drive.evaluate('navigator.userAgent')))}`,
    ...drive,
    takeErrors: async () => errors.splice(0),
    async stop() {
      await ask(base, 'DELETE').catch(() => {})
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

const errorsIn = (text: string) => text.split('\n').filter((line) => /CONSOLE.*(ERROR|exception)/i.test(line))

async function ask(url: string, method: string, body?: object): Promise<unknown> {
  const init = { method, signal: AbortSignal.timeout(60_000), ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(url, init)
  const { value } = answer.parse(await response.json())
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(value).slice(0, 300)}`)
  return value
}
