import { z } from 'zod'
import type { Contest } from '#app/game/season/contest.ts'
import { NAME_LIMIT } from '#app/game/team/team.ts'
import { PICKS_LIMIT, type TeamDraft, teamDraftFromQuery, toTeamDraft } from '#app/game/team/team-draft.ts'
import { typedLimit } from '#app/game/text/name.ts'
import { seasonField } from '#app/http/errors/season-errors.server.ts'
import { boundedText, typedText } from '#app/http/forms/fields.server.ts'

const name = typedText(typedLimit(NAME_LIMIT)).default('')
const shortText = boundedText(40).default('')

/**
 * The team form as sent. All fields are text: the draft and the rules check them, so that a bad value gets a proper
 * message and nothing typed is lost. Enter presses the first button, which searches; only 'save' saves.
 */
export const teamForm = z.object({
  intent: boundedText(40).default('search'),
  season: seasonField,
  teamName: name,
  managerName: name,
  picks: boundedText(PICKS_LIMIT).default(''),
  q: boundedText(1000).default(''),
  show: shortText,
  details: shortText,
  play: shortText,
  focus: shortText,
  names: shortText,
  base: shortText,
})

export type TeamForm = z.output<typeof teamForm>

/** The draft that a form holds. */
export function readDraft({ season: _season, ...fields }: TeamForm, contest: Contest): TeamDraft {
  const empty = { ...toTeamDraft(undefined, []), base: '' }
  return teamDraftFromQuery(new URLSearchParams(fields), empty, contest)
}
