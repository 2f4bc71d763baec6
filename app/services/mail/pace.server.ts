import type { ClaimedMail } from '#db/mail/outbox.server.ts'
import { maxWaitMs, type SendResult, sendConcurrency } from './send-batch.server.ts'

/** The pause after a mail server error, in ms: grows while errors continue. Of a server that is only busy, less. */
const minPauseMs = 5_000
const maxPauseMs = 60_000
const maxBusyPauseMs = 15_000
/** After how many pauses without a sent mail a busy server counts as away: some two minutes. */
const maxBusyPauses = 8
/** How long the limits that a server told are kept, in ms. */
const limitsMs = 60 * 60_000
/** From how many mails in a minute a server's limit can be told. */
const minRate = 5
/** The same answer for so many domains in a row is not about the addresses. */
const maxDomains = 3
/** How many mails of one answer are remembered. */
const maxRefusals = 1_000

const noLimits = { concurrency: sendConcurrency, gapMs: 0, until: 0 }

/**
 * How fast a mail server takes mails, learned from its answers: how many at a time, with which pause, and whether it is away.
 * `now`: the system clock, epoch ms.
 */
export function createPace(now: () => number) {
  let pausedUntil = 0
  /** Pauses since a mail was sent. */
  let pauses = 0
  let isAway = false
  let limits = noLimits
  /** Mails sent in the minute from then on, and in the one before. */
  let minute = { from: 0, sent: 0, before: 0 }
  let refusals = noRefusals()

  /** The mails that were refused although their addresses are not the cause, once there are enough; none that waited for days. */
  function observeRefusals(results: readonly SendResult[]): ClaimedMail[] {
    for (const { mail, refusal } of results) {
      if (!refusal) continue
      const { answer, domain } = refusal
      if (answer !== refusals.answer) refusals = noRefusals(answer)
      if (refusals.domains.size < maxDomains) refusals.domains.add(domain)
      refusals.mails = [...refusals.mails, mail].slice(-maxRefusals)
    }
    const mails = refusals.domains.size < maxDomains ? [] : refusals.mails.splice(0)
    return mails.filter(({ createdAt }) => now() - createdAt <= maxWaitMs)
  }

  function pause(longestMs: number): void {
    pausedUntil = now() + Math.min(longestMs, minPauseMs * 2 ** pauses)
    pauses += 1
  }

  return {
    /** How many mails may be sent at a time. */
    concurrency: () => (pauses > 0 ? 1 : limits.concurrency),
    /** How long nothing may be sent, in ms. A pause longer than the longest was set while the system clock was ahead. */
    pauseLeft() {
      const left = pausedUntil - now()
      return left <= maxPauseMs ? Math.max(0, left) : 0
    },
    /** Learns from the results of mails that were sent at the same time. `restored`: mails that were given up, but for a reason of the server's. */
    observe(results: readonly SendResult[]) {
      const sent = results.filter(({ outcome }) => outcome.state === 'sent').length
      const busy = results.find((each) => each.busy !== undefined)?.busy
      const age = now() - minute.from
      if (age >= 60_000) minute = { from: now(), sent: 0, before: age < 120_000 ? minute.sent : 0 }
      minute.sent += sent
      if (sent > 0) {
        pauses = 0
        refusals = noRefusals()
      }
      // Where others are accepted, the addresses are the cause.
      const restored = sent > 0 ? [] : observeRefusals(results)
      const error =
        restored.length > 0
          ? `The mail server refuses every mail (${refusals.answer}).`
          : results.find((each) => each.serverError !== undefined)?.serverError
      if (limits.until <= now()) limits = noLimits
      if (error !== undefined) pause(maxPauseMs)
      else if (busy !== undefined && sent === 0) {
        pause(maxBusyPauseMs)
        const rate = Math.max(minute.sent, minute.before)
        const gapMs = rate < minRate ? limits.gapMs : 60_000 / rate
        limits = { concurrency: 1, gapMs, until: now() + limitsMs }
      } else if (busy !== undefined)
        limits = { ...limits, concurrency: Math.min(limits.concurrency, sent), until: now() + limitsMs }
      else if (sent > 0) pausedUntil = now() + limits.gapMs

      const reason = error ?? (pauses >= maxBusyPauses ? busy : undefined)
      const away = isAway ? undefined : reason
      const isBack = isAway && sent > 0
      isAway = (isAway || reason !== undefined) && sent === 0
      return { away, isBack, restored }
    },
  }
}

function noRefusals(answer = ''): { answer: string; domains: Set<string>; mails: ClaimedMail[] } {
  return { answer, domains: new Set(), mails: [] }
}
