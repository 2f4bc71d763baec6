import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts'

/** `npm run demo` on a disk that fills: it loses lines of its logs and says so, but goes on. */
const disk = mountSmallDisk(48 * 1024 * 1024)
if (typeof disk === 'string') console.warn(`The demo on a full disk is not tried: ${disk}`)

let child: ChildProcess | undefined

async function startDemo({ folder }: SmallDisk, name: string) {
  const [port, idpPort] = [await freePort(), await freePort()]
  const dataDir = join(folder, name)
  const env = { ...process.env, PORT: `${port}`, IDP_PORT: `${idpPort}`, DATA_DIR: dataDir }
  const demo = spawn('npm', ['run', '--silent', 'demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child = demo
  const terminal = { text: '' }
  for (const stream of [demo.stdout, demo.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      terminal.text += text
    })
  const [origin, issuer] = [`http://localhost:${port}`, `http://localhost:${idpPort}`]
  const setClock = (now: string) =>
    fetch(`${origin}/demo/clock`, { method: 'POST', body: new URLSearchParams({ now }), redirect: 'manual' })
  const isGone = () => demo.exitCode !== null || demo.signalCode !== null
  /** Asks both of its servers until `isOver`; each request is logged. */
  const visitUntil = async (isOver: () => boolean) => {
    while (!isOver()) {
      if (isGone()) throw new Error(`The demo has ended:\n${terminal.text}`)
      const visited = [fetch(`${origin}/robots.txt`), fetch(`${issuer}/.well-known/openid-configuration`)]
      expect((await Promise.all(visited)).map(({ status }) => status)).toEqual([200, 200])
    }
  }
  while (!terminal.text.includes('Ctrl+C stops everything')) {
    if (isGone()) throw new Error(`The demo did not start:\n${terminal.text}`)
    await Promise.race([once(demo.stdout, 'data'), once(demo, 'exit')])
  }
  return { demo, terminal, origin, issuer, setClock, visitUntil, logFile: join(dataDir, 'app.log') }
}

afterEach(async () => {
  child?.kill('SIGTERM')
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
})

afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
})

describe.skipIf(typeof disk === 'string')('on a full disk', () => {
  test('the demo goes on without the lines of its log, says so once, and logs again when there is space', async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const { terminal, origin, issuer, setClock, visitUntil, logFile } = await startDemo(disk, 'seen')
    disk.fill()
    await visitUntil(() => terminal.text.includes('no space left'))
    expect((await setClock('2025-05-14T12:00:00Z')).status).toBeGreaterThanOrEqual(500)
    await fetch(`${issuer}/auth?client_id=douze&response_type=code&redirect_uri=${origin}/auth/callback`)
    disk.clear()
    const before = readFileSync(logFile, 'utf8').length
    await visitUntil(() => readFileSync(logFile, 'utf8').length > before)
    expect((await setClock('2025-05-14T12:00:00Z')).status).toBe(303)
    expect(terminal.text.match(/app\.log/g)).toHaveLength(1)
  })

  test('the demo goes on when its terminal is closed too', async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const { demo, visitUntil } = await startDemo(disk, 'closed')
    demo.stdout.destroy()
    demo.stderr.destroy()
    disk.fill()
    // The log has the rest of a page of 4 kB; each line takes more than 100 bytes.
    let count = 0
    await visitUntil(() => count++ === 100)
  })
})
