import { writeFileSync } from 'node:fs'
import { closeConnections } from './http-client.ts'
import { kinds, type Plan, plan, type Sample } from './plan.ts'
import { createSaveLog, monotonicNow } from './save-log.ts'
import { scheduleArrivals } from './schedule.ts'
import { createVisits } from './visits.ts'

/**
 * The load generator, a process of its own: people come by a schedule, whether those before them were answered or
 * not, and each wait is counted from when it was meant to begin. It says 'ready'; told a plan, 'began' and 'done'; told
 * 'stop', nobody comes any more.
 */
let isStopped = false
process.on('message', (message) => {
  if (message === 'stop') isStopped = true
  else void generate(plan.parse(message))
})
process.send?.('ready')

async function generate(wanted: Plan): Promise<void> {
  const samples: Sample[] = []
  const late: number[] = []
  const saves = createSaveLog()
  const visits = createVisits(wanted, { saves, record: (sample) => samples.push(sample) })
  const rates = new Map(kinds.map((kind) => [kind, wanted.perSecond[kind] ?? 0] as const))
  const arrivals = scheduleArrivals(rates, wanted)
  const underWay = new Set<Promise<void>>()
  process.send?.('began')
  for (const { kind, atMs } of arrivals) {
    const at = wanted.startAt + atMs
    await until(at)
    if (isStopped) break
    late.push(monotonicNow() - at)
    const visit = visits.begin(kind, at)
    underWay.add(visit)
    void visit.finally(() => underWay.delete(visit))
  }
  await Promise.all(underWay)
  late.sort((a, b) => a - b)
  const lateMs = late[Math.floor(late.length * 0.99)] ?? 0
  writeFileSync(wanted.logFile, JSON.stringify({ samples, saves: saves.saves, lateMs }))
  closeConnections()
  process.send?.('done')
}

/** Those who are due at the same time come at the same time. */
async function until(at: number): Promise<void> {
  const ms = at - monotonicNow()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
