import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { classes } from '#app/ui/classes.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { saveBarLook, stickySaveBarLook } from '#app/ui/forms/save-bar.ts'
import type { TeamView } from './load.server.ts'

interface SaveBarProps {
  view: TeamView
  draft: TeamDraft
  /** The deadline passed while the page was open: the draft stays visible. */
  isLocked: boolean
  isUnsaved: boolean
}

/** Save Team, the state of the draft, and the missing parts. Without a button after the last deadline. */
export function SaveBar({ view, draft, isLocked, isUnsaved }: SaveBarProps) {
  const isClosed = view.isConcluded || isLocked
  const missing = view.rules.teamSize - draft.codes.length
  return (
    <div className={classes(saveBarLook, stickySaveBarLook, 'max-lg:-mx-4')}>
      <Button
        className="max-lg:flex-1"
        variant="spot"
        name="intent"
        value="save"
        disabled={isClosed}
        icon={isClosed ? 'lock' : undefined}
      >
        Save Team
      </Button>
      {view.isConcluded ? (
        <Badge icon="trophy">Game concluded</Badge>
      ) : (
        isUnsaved && <Badge tone="warn">Unsaved Changes</Badge>
      )}
      <p className="text-muted text-sm max-lg:hidden">
        {isLocked ? lockedText : describeNextStep(view, missing)}
      </p>
    </div>
  )
}

const lockedText = 'The first round has begun: your team can no longer change.'

function describeNextStep(view: TeamView, missing: number): string {
  if (view.isConcluded) return 'The final has begun: you can explore, but not save a team for this game.'
  if (missing > 0) return `Pick ${missing} more ${missing === 1 ? 'country' : 'countries'} to save your team.`
  if (view.missedRounds) return 'Saving locks these six.'
  return view.hasTeam
    ? 'Only Save Team changes your stored team.'
    : 'Six countries: give the team a name and save it.'
}
