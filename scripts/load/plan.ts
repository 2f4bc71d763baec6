import { z } from 'zod'
import type { SentSave } from './save-log.ts'

/**
 * The kinds of visits. A save has four steps: the line-up page, the form, the redirect, the page again. 'unique' is a
 * public page at a URL that is never requested twice, 'hostile' a maximally long and expensive text, 'live' a question of
 * the live page's script, whether something is new.
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
  'live',
] as const
export type Kind = (typeof kinds)[number]

/** A signed-in manager who saves line-ups. */
export const saver = z.object({
  managerId: z.number(),
  cookie: z.string(),
  codes: z.array(z.string()).readonly(),
  /** A league of ten with the manager's team. */
  leagueId: z.number(),
})
export type Saver = z.output<typeof saver>

/** The input of a generator. */
export const plan = z.object({
  /** Of the processes that serve the game: visits go to each in turn. */
  ports: z.array(z.number()).min(1),
  /** Epoch ms: arrivals count from here. */
  startAt: z.number(),
  seconds: z.number(),
  seed: z.number(),
  /** Without it all arrivals differ. With it every second block of so many seconds has the arrivals of the one before. */
  blockSeconds: z.number().optional(),
  /** Arrivals per second; 'form' is the second step of a save alone. */
  perSecond: z.partialRecord(z.enum(kinds), z.number()),
  savers: z.array(saver),
  /** The round to save. */
  roundNumber: z.number(),
  /** The file for the log. */
  logFile: z.string(),
})
export type Plan = z.output<typeof plan>

/** One request as its visitor experienced it. */
export const sample = z.object({
  kind: z.enum([...kinds, 'save: page', 'save: form', 'save: page after']),
  /** When it was scheduled, epoch ms. */
  at: z.number(),
  /** From the scheduled time to the last byte of the response: includes a generator's own delay. */
  ms: z.number(),
  /** 0: no response. A save has the status of its last step. */
  status: z.number(),
  /** Of a new answer to a question of the live page's script: whose it is, and which results it shows, as in its ETag. */
  news: z.object({ managerId: z.number(), shown: z.string() }).optional(),
})
export type Sample = z.output<typeof sample>

/** The log of a load. */
export interface LoadLog {
  samples: Sample[]
  saves: readonly SentSave[]
  /** How late the generator itself was (p99, ms). */
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
