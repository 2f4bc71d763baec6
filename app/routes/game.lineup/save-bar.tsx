import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { ChangeUntil } from '#app/ui/game/receipt.tsx'
import type { LineupRound } from './load.server.ts'
import type { LineupDraftForm } from './use-lineup-draft.ts'

/** What is stored for the round and until when it can change, or that the order is not saved; and Save Lineup. */
export function SaveBar({ form: { draft, stored, round } }: { form: LineupDraftForm }) {
  const isClosed = round?.isOpen === false
  return (
    <StickyBar>
      {!isClosed && hasUnsavedLineup(draft, stored) ? (
        <span className="flex max-2xs:[&>span]:whitespace-normal max-2xs:[&_svg]:hidden">
          <Badge tone="warn">Unsaved Changes</Badge>
        </span>
      ) : (
        <p
          className="w-min flex-auto text-muted text-sm/[1.3] max-2xs:[&_time]:inline-block max-2xs:[&_time]:whitespace-normal"
          id="stored-lineup"
        >
          {round && <StoredLineup round={round} />}
        </p>
      )}
      <Button
        className="flex-none"
        variant="spot"
        name="intent"
        value="save"
        disabled={isClosed}
        icon={isClosed ? 'lock' : undefined}
        aria-describedby={isClosed ? 'stored-lineup' : undefined}
      >
        Save Lineup
      </Button>
    </StickyBar>
  )
}

function StoredLineup({ round }: { round: LineupRound }) {
  if (!round.isOpen) return 'The deadline for the round has passed.'
  if (!round.isAutomatic)
    return (
      <>
        <ChangeUntil deadline={round.deadline} /> · <a href="/game/history">All your saves</a>
      </>
    )
  return (
    <>
      {round.hasAbsent ? "Automatic: your team's order, singers first." : "Automatic: your team's order."}{' '}
      Change it until <time dateTime={round.deadline.iso}>{round.deadline.text}</time>.
    </>
  )
}
