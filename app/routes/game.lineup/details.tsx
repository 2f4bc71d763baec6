import type { Entry } from '#app/game/contest.ts'
import type { LineupDraft } from '#app/game/lineup-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { EntryDetails } from '#app/ui/entry-details.tsx'

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
