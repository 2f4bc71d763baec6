import { z } from 'zod'
import { ORDER_LIMIT } from '#app/game/lineup/lineup-draft.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const shortText = boundedText(40).default('')

/** The line-up form as sent; Enter submits 'keep', which changes nothing, and only 'save' saves (D16). */
export const lineupForm = z.object({
  intent: boundedText(40).default('keep'),
  season: seasonField,
  round: typedText(40).default(''),
  order: typedText(ORDER_LIMIT).default(''),
  later: shortText,
  details: shortText,
  play: shortText,
  focus: shortText,
  switch: shortText,
  /** The round selector: its button 'Show' sends the intent 'round'. */
  chosenRound: shortText,
})

/** The intent of the pressed button; the selector's button adds the selected round. */
export function readIntent({ intent, chosenRound }: { intent: string; chosenRound: string }): string {
  return intent === 'round' ? `round:${chosenRound}` : intent
}
