import { type TeamDraft, teamDraftToQuery } from '#app/game/team/team-draft.ts'

/** The page's URL with a draft. Without a visitor the stored team is unknown: null. */
export function toDraftUrl(draft: TeamDraft, stored: TeamDraft | null): string {
  const query = teamDraftToQuery(draft, stored)
  return query === '' ? '/game/team' : `/game/team?${query}`
}
