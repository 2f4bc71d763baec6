import { monitorEventLoopDelay } from 'node:perf_hooks'
import { logLine } from './log.server.ts'

const minuteMs = 60_000
/** How often the event loop is sampled, in ms; shorter delays are not seen. */
const resolutionMs = 10
/** A longer delay is logged, in ms. */
const logThresholdMs = 500

const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
let lastMinuteMs = 0

/** Starts to measure how long the main thread is blocked. The timer does not keep the process alive. */
export function startEventLoopMonitor(): void {
  histogram.enable()
  setInterval(() => {
    lastMinuteMs = readMaxDelayMs()
    if (lastMinuteMs > logThresholdMs) logLine('warn', 'event-loop-delay', { ms: lastMinuteMs })
    histogram.reset()
  }, minuteMs).unref()
}

/** The longest delay of this minute and the one before, in whole ms; 0 before the first measurement. */
export function readEventLoopDelayMs(): number {
  return Math.max(lastMinuteMs, readMaxDelayMs())
}

function readMaxDelayMs(): number {
  return Math.max(0, Math.round(histogram.max / 1e6) - resolutionMs)
}
