import { z } from 'zod'

const text = z.string().default('')

/** The line-up form as its fields are sent; Enter keeps everything as it is, only 'save' saves (D16). */
export const lineupForm = z.object({
  intent: z.string().default('keep'),
  round: text,
  order: text,
  later: text,
  details: text,
  play: text,
  focus: text,
  switch: text,
  /** The round selector: its button 'Show' sends the intent 'round'. */
  chosenRound: text,
})

export type LineupFields = z.output<typeof lineupForm>

/** The pressed button as one word; the selector's button borrows the selected round. */
export function intentOf(fields: LineupFields): string {
  return fields.intent === 'round' ? `round:${fields.chosenRound}` : fields.intent
}
