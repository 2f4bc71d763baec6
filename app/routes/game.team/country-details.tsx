import type { DraftProblem } from '#app/game/problems.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { EntryDetails, REASON_ID } from '#app/ui/game/entry-details.tsx'
import { getDraftMessage } from '#app/ui/messages/error-messages.ts'

interface TeamDetailsProps {
  entry: Entry
  draft: TeamDraft
  /** Why the country cannot be added, or null. */
  problem: DraftProblem | null
  onClose: () => void
}

/** A country's details on the team page; 'Add to Team' is hidden for a selected one (spec 2). */
export function TeamDetails({ entry, draft, problem, onClose }: TeamDetailsProps) {
  const isSelected = draft.codes.includes(entry.code)
  const footer = (
    <>
      <Button variant="line" name="intent" value="close">
        Close
      </Button>
      {!isSelected && (
        <Button
          variant="spot"
          name="intent"
          value={`add:${entry.code}`}
          disabled={problem !== null}
          icon={problem ? 'lock' : undefined}
          aria-describedby={problem ? REASON_ID : undefined}
        >
          Add to Team
        </Button>
      )}
    </>
  )
  const reason = isSelected || problem === null ? null : getDraftMessage(problem, entry.country).text
  return (
    <EntryDetails
      entry={entry}
      isPlaying={draft.isPlaying}
      reason={reason}
      onClose={onClose}
      footer={footer}
    />
  )
}
