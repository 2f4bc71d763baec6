import { z } from 'zod'

const text = z.string().default('')

/**
 * The team form as its fields are sent. Everything is text here: the draft's reader and the rules decide what
 * it means, so that a bad value is refused in the game's words and nothing typed is lost. The first button
 * pressed by Enter searches; only 'save' saves.
 */
export const teamForm = z.object({
  intent: z.string().default('search'),
  teamName: text,
  managerName: text,
  picks: text,
  q: text,
  details: text,
  play: text,
  focus: text,
})
