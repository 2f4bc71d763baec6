import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** One of the demo's processes. */
export interface Child {
  name: string
  pid: number | undefined
  /** Stops it and waits until it has exited. */
  stop: () => Promise<void>
  /** Resolves when its probe succeeds. Throws when that takes longer than the timeout, half a minute by default. */
  isReady: Promise<void>
  /** The last lines of its output, to show when it exits unexpectedly. */
  tail: () => string
  hasEnded: Promise<void>
}

interface ChildOptions {
  name: string
  script: string
  env: Record<string, string>
  dataDir: string
  /** A URL that returns 200 once the process is ready. */
  probe: string
  /** The timeout for that. */
  readyTimeoutMs?: number
}

const maxTailLines = 40

/** Starts a script in its own process. Its output is logged to the demo's directory. */
export function startChild({
  name,
  script,
  env,
  dataDir,
  probe,
  readyTimeoutMs = 30_000,
}: ChildOptions): Child {
  const child = spawn(
    process.execPath,
    ['--import', './scripts/demo/exit-with-parent.mjs', ...loaderOf(script), script],
    {
      // As `npm start` has it.
      env: { MALLOC_ARENA_MAX: '1', ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const lines = captureOutput(child, join(dataDir, `${name}.log`))
  const hasEnded = once(child, 'exit').then(() => undefined)
  return {
    name,
    pid: child.pid,
    hasEnded,
    tail: () => lines.join('\n'),
    isReady: waitFor({ probe, name, timeoutMs: readyTimeoutMs }, () => isAlive(child)),
    stop: () => stop(child, hasEnded),
  }
}

/** Node 20 needs a loader for TypeScript; the server is built, and runs with its heap limit of production. */
function loaderOf(script: string): string[] {
  return script.endsWith('.ts') ? ['--import', 'tsx'] : ['--max-old-space-size=256']
}

function captureOutput(child: ChildProcess, file: string): string[] {
  const append = appendTo(file)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      append(text)
      lines.push(...text.trimEnd().split('\n'))
      lines.splice(0, lines.length - maxTailLines)
    })
  }
  return lines
}

/** Appends to a log. What cannot be written, as on a full disk, is left out of it; the terminal is told once. */
function appendTo(file: string): (text: string) => void {
  let isTold = false
  return (text) => {
    try {
      appendFileSync(file, text)
    } catch (error) {
      if (!isTold)
        console.error(`Lines are missing in ${file}: ${error instanceof Error ? error.message : error}`)
      isTold = true
    }
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Polls until the probe succeeds. Returns silently when the process exits: its watcher reports that. */
async function waitFor(
  { probe, name, timeoutMs }: { probe: string; name: string; timeoutMs: number },
  isAlive: () => boolean,
): Promise<void> {
  const until = Date.now() + timeoutMs
  while (isAlive()) {
    const response = await fetch(probe, { redirect: 'manual' }).catch(() => undefined)
    if (response?.ok) return
    if (Date.now() > until) throw new Error(`${name} does not answer at ${probe}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Stops a process as a service manager does: SIGTERM first, SIGKILL after a timeout. */
async function stop(child: ChildProcess, hasEnded: Promise<void>): Promise<void> {
  if (!isAlive(child)) return
  child.kill('SIGTERM')
  const last = setTimeout(() => child.kill('SIGKILL'), 12_000)
  await hasEnded
  clearTimeout(last)
}
