import { z } from 'zod'
import type { SentSave } from './save-log.ts'

/**
 * What people do. A save is four steps: the line-up page, the form, the redirect, the page again. 'unique' is a public
 * page at an address that nobody asks for twice, 'hostile' a text that is as long and as nasty as can be.
 */
export const kinds = [
  'home',
  'news',
  'dashboard',
  'ranking',
  'league',
  'results',
  'api',
  'save',
  'form',
  'unique',
  'hostile',
] as const
export type Kind = (typeof kinds)[number]

/** A signed-in manager who saves line-ups. */
export const saver = z.object({
  managerId: z.number(),
  cookie: z.string(),
  codes: z.array(z.string()).readonly(),
  /** A league of ten that the manager's team is in. */
  leagueId: z.number(),
})
export type Saver = z.output<typeof saver>

/** What a generator is told to do. */
export const plan = z.object({
  port: z.number(),
  /** Epoch ms: the arrivals are counted from here. */
  startAt: z.number(),
  seconds: z.number(),
  seed: z.number(),
  /** Arrivals per second; 'form' is the third step of a save alone. */
  perSecond: z.partialRecord(z.enum(kinds), z.number()),
  savers: z.array(saver),
  /** The round that is saved. */
  roundNumber: z.number(),
  /** Where what happened is written down. */
  logFile: z.string(),
})
export type Plan = z.output<typeof plan>

/** One request as its visitor lived through it. */
export const sample = z.object({
  kind: z.enum([...kinds, 'save: page', 'save: form', 'save: page after']),
  /** When it was to be sent, epoch ms. */
  at: z.number(),
  /** From then to the last byte of its answer: a generator that is late counts as well. */
  ms: z.number(),
  /** 0: no answer. A save has the status of the step it ended with. */
  status: z.number(),
})
export type Sample = z.output<typeof sample>

/** What happened in a load. */
export interface LoadLog {
  samples: Sample[]
  saves: readonly SentSave[]
  /** How late the generator itself was, in ms: 99 of 100 were not later. */
  lateMs: number
}

export const loadLog = z.object({
  samples: z.array(sample),
  saves: z.array(
    z.object({
      managerId: z.number(),
      kind: z.enum(['team', 'line-up']),
      teamName: z.string().nullable(),
      roundNumbers: z.array(z.number()).readonly(),
      codes: z.array(z.string()).readonly(),
      sentAt: z.number(),
      // JSON has no Infinity.
      endedAt: z
        .number()
        .nullable()
        .transform((at) => at ?? Number.POSITIVE_INFINITY),
      outcome: z.enum(['saved', 'refused', 'unanswered']),
    }),
  ),
  lateMs: z.number(),
})
