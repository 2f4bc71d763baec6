import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type LoadLog, loadLog, type Plan } from './plan.ts'

/** A running load. */
export interface Load {
  /** Epoch ms: its arrivals count from here. */
  startAt: number
  /** Begins no further visits; those in progress finish. */
  stop: () => void
  /** The log, when all visits have finished. Throws when the generator failed. */
  ended: Promise<LoadLog>
}

/**
 * Starts a generator in its own process, and resolves when it is ready: on a busy machine that takes seconds. The
 * caller stops `children`, whatever happens.
 */
export async function startGenerator(children: ChildProcess[]): Promise<ChildProcess> {
  const generator = fork('scripts/load/generator.ts', { execArgv: ['--import', 'tsx'] })
  children.push(generator)
  const exitedEarly = once(generator, 'exit').then(([code]) => {
    throw new Error(`The load generator ended with ${code}`)
  })
  await Promise.race([once(generator, 'message'), exitedEarly])
  return generator
}

/** Sends a generator its plan. Each accepts one. */
export async function startLoad(generator: ChildProcess, plan: Plan): Promise<Load> {
  const ended = waitForLog(generator, plan.logFile)
  generator.send(plan)
  await Promise.race([once(generator, 'message'), ended])
  return { startAt: plan.startAt, stop: () => void generator.send('stop'), ended }
}

async function waitForLog(generator: ChildProcess, file: string): Promise<LoadLog> {
  await new Promise<void>((resolve, reject) => {
    generator.on('message', (message) => {
      if (message === 'done') resolve()
    })
    generator.on('exit', (code) => reject(new Error(`The load generator ended with ${code}`)))
  })
  generator.kill()
  return loadLog.parse(JSON.parse(readFileSync(file, 'utf8')))
}
