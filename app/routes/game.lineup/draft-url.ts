import { type LineupDraft, lineupDraftToQuery } from '#app/game/lineup/lineup-draft.ts'

/** The page's URL with a draft. `stored` is the saved order of its round. */
export function toDraftUrl(draft: LineupDraft, stored: readonly string[]): string {
  return `/game/lineup?${lineupDraftToQuery(draft, stored)}`
}
