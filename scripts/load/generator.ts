import { writeFileSync } from 'node:fs'
import { closeConnections } from './http-client.ts'
import { kinds, type Plan, plan, type Sample } from './plan.ts'
import { createSaveLog, monotonicNow } from './save-log.ts'
import { scheduleArrivals, scheduleBlocks } from './schedule.ts'
import { createVisits } from './visits.ts'

/**
 * The load generator, in its own process: visits begin by a schedule, whether earlier ones have been answered or not,
 * and each response time counts from the scheduled start. It sends 'ready'; given a plan, 'began' and 'done'; on
 * 'stop' no further visit begins.
 */
let isStopped = false
process.on('message', (message) => {
  if (message === 'stop') isStopped = true
  else void generate(plan.parse(message))
})
// Whoever started it has ended: the load would go on without a reader of its log.
process.on('disconnect', () => process.exit(1))
process.send?.('ready')

async function generate(input: Plan): Promise<void> {
  const samples: Sample[] = []
  const late: number[] = []
  const saves = createSaveLog()
  const visits = createVisits(input, { saves, record: (sample) => samples.push(sample) })
  const rates = new Map(kinds.map((kind) => [kind, input.perSecond[kind] ?? 0] as const))
  const { blockSeconds } = input
  const arrivals =
    blockSeconds === undefined
      ? scheduleArrivals(rates, input)
      : scheduleBlocks(rates, { ...input, blockSeconds })
  const active = new Set<Promise<void>>()
  process.send?.('began')
  for (const { kind, atMs } of arrivals) {
    const at = input.startAt + atMs
    await until(at)
    if (isStopped) break
    late.push(monotonicNow() - at)
    const visit = visits.begin(kind, at)
    active.add(visit)
    void visit.finally(() => active.delete(visit))
  }
  await Promise.all(active)
  late.sort((a, b) => a - b)
  const lateMs = late[Math.floor(late.length * 0.99)] ?? 0
  writeFileSync(input.logFile, JSON.stringify({ samples, saves: saves.saves, lateMs }))
  closeConnections()
  visits.close()
  process.send?.('done')
}

/** Visits that are due at the same time begin at the same time. */
async function until(at: number): Promise<void> {
  const ms = at - monotonicNow()
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
}
