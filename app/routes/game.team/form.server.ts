import { z } from 'zod'
import { typedLimit } from '#app/game/name.ts'
import { NAME_LIMIT } from '#app/game/team.ts'
import { PICKS_LIMIT } from '#app/game/team-draft.ts'
import { boundedText, typedText } from '#app/http/fields.server.ts'
import { seasonField } from '#app/http/season.server.ts'

const name = typedText(typedLimit(NAME_LIMIT)).default('')
const shortText = boundedText(40).default('')

/**
 * The team form as its fields are sent. Everything is text here: the draft's reader and the rules decide what
 * it means, so that a bad value is refused in the game's words and nothing typed is lost. The first button
 * pressed by Enter searches; only 'save' saves.
 */
export const teamForm = z.object({
  intent: boundedText(40).default('search'),
  season: seasonField,
  teamName: name,
  managerName: name,
  picks: boundedText(PICKS_LIMIT).default(''),
  q: boundedText(1000).default(''),
  details: shortText,
  play: shortText,
  focus: shortText,
})
