import { monitorEventLoopDelay } from 'node:perf_hooks'
import { logLine } from './log.server.ts'

const minuteMs = 60_000
/** How often the event loop is asked, in ms: a shorter delay is not seen. */
const resolutionMs = 10
/** A longer delay stands in the log: somebody waited for it. In ms. */
const logThresholdMs = 500

const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
let lastMinuteMs = 0

/** Begins to measure for how long the main thread answers nobody. The timer keeps no process alive. */
export function startEventLoopMonitor(): void {
  histogram.enable()
  setInterval(() => {
    lastMinuteMs = readMaxDelayMs()
    if (lastMinuteMs > logThresholdMs) logLine('warn', 'event-loop-delay', { ms: lastMinuteMs })
    histogram.reset()
  }, minuteMs).unref()
}

/** The longest delay of this minute and the one before, in whole ms; 0 before it is measured. */
export function readEventLoopDelayMs(): number {
  return Math.max(lastMinuteMs, readMaxDelayMs())
}

function readMaxDelayMs(): number {
  return Math.max(0, Math.round(histogram.max / 1e6) - resolutionMs)
}
