import type { LineupDraft } from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { EntryDetails } from '#app/ui/game/entry-details.tsx'

interface LineupDetailsProps {
  entry: Entry
  draft: LineupDraft
  onClose: () => void
}

/** A country's details on the line-up page. */
export function LineupDetails({ entry, draft, onClose }: LineupDetailsProps) {
  const footer = (
    <Button form="lineup" name="intent" value="close">
      Close
    </Button>
  )
  return (
    <EntryDetails entry={entry} isPlaying={draft.isPlaying} form="lineup" onClose={onClose} footer={footer} />
  )
}
