import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#tests/support/provider.ts'
import { type DrivenBrowser, until } from './driven-browser.ts'
import { driveByWebDriver } from './webdriver.ts'

type Send = (command: string, parameters?: object) => Promise<unknown>

const message = z.tuple([z.number(), z.number(), z.object({ message: z.string() }).nullable(), z.unknown()])
const wrapped = z.object({ value: z.unknown().optional() })

const commands: Readonly<Record<string, string>> = {
  'POST /url': 'WebDriver:Navigate',
  'POST /execute/sync': 'WebDriver:ExecuteScript',
  'POST /actions': 'WebDriver:PerformActions',
  'POST /cookie': 'WebDriver:AddCookie',
  'DELETE /cookie': 'WebDriver:DeleteAllCookies',
  'GET /screenshot': 'WebDriver:TakeScreenshot',
}

/** Starts Firefox by its own protocol, Marionette: no other program is needed, and a page can be as narrow as a phone. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const port = await freePort()
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`)
  const arguments_ = [
    '--headless',
    '--marionette',
    '--remote-allow-system-access',
    '--no-remote',
    '--profile',
    profile,
  ]
  const child = spawn('/usr/bin/firefox-esr', arguments_, { stdio: 'ignore' })
  const socket = await reach(port)
  const send = speak(socket)
  const { capabilities } = z
    .object({ capabilities: z.object({ browserVersion: z.string() }) })
    .parse(await send('WebDriver:NewSession', { unhandledPromptBehavior: 'accept' }))
  const drive = driveByWebDriver(async (method, path, body) => {
    const answer = await send(commands[`${method} ${path}`] ?? '', body)
    return wrapped.parse(answer ?? {}).value
  })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    ...drive,
    resize: async (width, height) => {
      await inChrome(send, resizePage, width, height)
      await until(
        () => drive.evaluate(`innerWidth === ${width}`),
        () => drive.evaluate('innerWidth'),
      )
    },
    takeErrors: async () => z.array(z.string()).parse(await inChrome(send, readConsole)),
    async stop() {
      socket.destroy()
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function reach(port: number): Promise<Socket> {
  let socket: Socket | undefined
  await until(
    async () => {
      const attempt = connect(port, '127.0.0.1')
      await once(attempt, 'connect')
      socket = attempt
      return true
    },
    async () => 'Firefox does not answer',
  )
  if (!socket) throw new Error('Firefox does not answer')
  return socket
}

/** Messages are JSON after their length in bytes: '17:[0,1,"…",{}]'. */
function speak(socket: Socket): Send {
  const waiting = new Map<number, (answer: z.output<typeof message>) => void>()
  let [rest, sent] = [Buffer.alloc(0), 0]
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const colon = rest.indexOf(':')
      const end = colon + 1 + Number(rest.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || rest.length < end) return
      const read = message.safeParse(JSON.parse(String(rest.subarray(colon + 1, end))))
      rest = rest.subarray(end)
      // The first one only says who speaks.
      if (read.success) waiting.get(read.data[1])?.(read.data)
    }
  })
  return async (command, parameters = {}) => {
    sent += 1
    const id = sent
    const answered = new Promise<z.output<typeof message>>((resolve) => waiting.set(id, resolve))
    const text = JSON.stringify([0, id, command, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answered
    waiting.delete(id)
    if (error) throw new Error(`${command}: ${error.message}`)
    return result
  }
}

/** Runs a script of the browser's own. */
async function inChrome(send: Send, script: string, ...args: unknown[]): Promise<unknown> {
  await send('Marionette:SetContext', { value: 'chrome' })
  const { value } = wrapped.parse(await send('WebDriver:ExecuteScript', { script, args }))
  await send('Marionette:SetContext', { value: 'content' })
  return value
}

/** The page, not the window: that has a least width. */
const resizePage = `
  const { style } = gBrowser.selectedBrowser
  for (const [side, size] of [['width', arguments[0]], ['height', arguments[1]]])
    for (const bound of ['', 'min-', 'max-']) style.setProperty(bound + side, size + 'px')
`

const readConsole = `
  const errors = Services.console.getMessageArray().filter((each) =>
    each instanceof Ci.nsIScriptError && !(each.flags & 1) && /^https?:.localhost/.test(each.sourceName))
  Services.console.reset()
  return errors.map((each) => each.errorMessage + ' ' + each.sourceName)
`
