import { z } from 'zod'
import { lineupDraftFromQuery, ORDER_LIMIT, toDraftUrl } from '#app/game/lineup/lineup-draft.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const shortText = boundedText(40).default('')

/** The line-up form as sent; Enter submits 'keep', which changes nothing, and only 'save' saves (D16). */
export const lineupForm = z
  .object({
    intent: boundedText(40).default('keep'),
    season: seasonField,
    round: typedText(40).default(''),
    order: typedText(ORDER_LIMIT).default(''),
    later: shortText,
    details: shortText,
    play: shortText,
    focus: shortText,
    switch: shortText,
    base: shortText,
    /** The round selector: its button 'Show' sends the intent 'round'. */
    chosenRound: shortText,
  })
  .transform(({ intent, season, round, chosenRound, ...draft }) => ({
    intent: intent === 'round' ? `round:${chosenRound}` : intent,
    season,
    roundNumber: /^\d{1,3}$/.test(round) ? Number(round) : 0,
    codes: draft.order.split('.'),
    draft,
  }))

export type LineupForm = z.output<typeof lineupForm>

/** The draft that a form holds. An order that is not the team's is replaced by the stored one. */
export function readDraft({ roundNumber, draft }: LineupForm, stored: readonly string[]) {
  return lineupDraftFromQuery(new URLSearchParams(draft), roundNumber, stored)
}

/** The URL of a form's draft without a visitor: there is no team to check against, so well-formed codes are enough. */
export function toSignedOutUrl(form: LineupForm): string {
  const codes = form.codes.filter((code) => /^[A-Z]{2}$/.test(code)).slice(0, 6)
  return toDraftUrl(readDraft(form, codes), [])
}
