import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { type DrivenBrowser, until } from './driven-browser.ts'

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
})
type Answer = Record<string, unknown>

const ANSWER_LIMIT_MS = 60_000
const flags = ['--no-sandbox', '--headless', '--disable-gpu', '--use-gl=swiftshader', '--no-zygote']
const keys = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
}

/** Starts a Chromium of any year from its folder, by the DevTools protocol over two pipes. */
export async function startChromium(folder: string): Promise<DrivenBrowser> {
  const child = spawn(`${folder}/chromium`, [...flags, '--remote-debugging-pipe', 'about:blank'], {
    env: { ...process.env, LD_LIBRARY_PATH: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  return connect(child).catch((error) => {
    child.kill('SIGKILL')
    throw error
  })
}

async function connect(child: ChildProcess): Promise<DrivenBrowser> {
  const [, , , input, output] = child.stdio
  if (!isWritable(input) || !isReadable(output)) throw new Error('There are no pipes')
  const errors: string[] = []
  const send = speak(input, output, errors)
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const inPage = (method: string, params: Answer = {}) => send(method, params, String(sessionId))
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await inPage(`${domain}.enable`)
  const { product } = await send('Browser.getVersion')
  return {
    version: String(product),
    ...drive(inPage),
    takeErrors: async () => errors.splice(0),
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

const isWritable = (stream: unknown): stream is Writable => stream instanceof Object && 'write' in stream
const isReadable = (stream: unknown): stream is Readable => stream instanceof Object && 'read' in stream

/** Messages are JSON, each ended by a zero byte. */
function speak(input: Writable, output: Readable, errors: string[]) {
  const waiting = new Map<number, (answer: z.output<typeof message>) => void>()
  let [rest, sent] = ['', 0]
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const read = message.parse(JSON.parse(part))
      if (read.id !== undefined) waiting.get(read.id)?.(read)
      else errors.push(...errorsOf(read))
    }
  })
  return async (method: string, params: Answer = {}, sessionId?: string): Promise<Answer> => {
    sent += 1
    const id = sent
    const answered = new Promise<z.output<typeof message>>((resolve, reject) => {
      waiting.set(id, resolve)
      setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_LIMIT_MS).unref()
    })
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    const { result, error } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}

const thrown = z.object({
  exceptionDetails: z.object({
    text: z.string(),
    exception: z.object({ description: z.string().optional(), value: z.unknown() }).optional(),
  }),
})
const logged = z.object({
  entry: z.object({ level: z.string(), text: z.string(), url: z.string().optional() }),
})

function errorsOf({ method, params }: z.output<typeof message>): string[] {
  if (method === 'Runtime.exceptionThrown') {
    const { text, exception } = thrown.parse(params).exceptionDetails
    return [exception?.description ?? `${text} ${exception?.value}`]
  }
  if (method !== 'Log.entryAdded') return []
  const { level, text, url } = logged.parse(params).entry
  return level === 'error' ? [`${text} ${url ?? ''}`] : []
}

function drive(inPage: (method: string, params?: Answer) => Promise<Answer>) {
  const evaluate = async (expression: string) => {
    const { result } = await inPage('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })
    return z.object({ value: z.unknown().optional() }).parse(result).value
  }
  const mouse = (type: string, x: number, y: number) =>
    inPage('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  return {
    evaluate,
    async open(url: string) {
      // The old document must not answer for the new one.
      await evaluate('window.isLeft = true')
      const { errorText } = await inPage('Page.navigate', { url })
      if (errorText) throw new Error(`${url}: ${errorText}`)
      await until(
        () => evaluate("!window.isLeft && document.readyState === 'complete'"),
        () => evaluate('location.href'),
      )
    },
    async clickAt(x: number, y: number) {
      await mouse('mouseMoved', x, y)
      await mouse('mousePressed', x, y)
      await mouse('mouseReleased', x, y)
    },
    async press(key: 'Tab' | 'Enter') {
      await inPage('Input.dispatchKeyEvent', { type: 'keyDown', ...keys[key] })
      await inPage('Input.dispatchKeyEvent', { type: 'keyUp', ...keys[key] })
    },
    async type(text: string) {
      await inPage('Input.insertText', { text })
    },
    async resize(width: number, height: number) {
      await inPage('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      })
    },
    async addCookie(name: string, value: string, url: string) {
      await inPage('Network.setCookie', { name, value, url })
    },
    async clearCookies() {
      await inPage('Network.clearBrowserCookies')
    },
    async takeScreenshot() {
      const { data } = await inPage('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(String(data), 'base64')
    },
  }
}
