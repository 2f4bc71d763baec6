import type { ReactNode } from 'react'
import { computeRemainingTenths, pickEntriesByCode } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { classes } from '#app/ui/classes.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { formatEuros } from '#app/ui/format.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { SavedMeanwhile, UnsavedChanges } from '#app/ui/forms/unsaved-changes.tsx'
import type { TeamView } from './load.server.ts'

interface SaveBarProps {
  view: TeamView
  draft: TeamDraft
  /** The deadline passed while the page was open: the draft stays visible. */
  isLocked: boolean
  isUnsaved: boolean
  /** Another team was saved since the draft was begun. */
  isOutdated: boolean
}

/** The count, the budget left, and Save Team, at the bottom of the window. Disabled after the last deadline. */
export function SaveBar({ view, draft, isLocked, isUnsaved, isOutdated }: SaveBarProps) {
  const isClosed = view.isConcluded || isLocked
  const left = computeRemainingTenths(view.rules, draft.codes)
  return (
    <StickyBar
      note={
        isOutdated && (
          <SavedMeanwhile
            name={view.stored.teamName}
            entries={pickEntriesByCode(view.rules.entries, view.stored.codes)}
          />
        )
      }
    >
      <div className="flex w-min min-w-0 flex-auto flex-wrap items-center gap-x-4 gap-y-1">
        <p className="num flex items-baseline gap-2 whitespace-nowrap text-num-md">
          <span>
            <span translate="no">{draft.codes.length}</span>
            <Small>of {view.rules.teamSize}</Small>
          </span>{' '}
          <span className={classes('border-line border-l pl-2', left < 0 && 'text-bad')}>
            <span translate="no">{formatEuros(left)}M</span>
            <Small>left</Small>
          </span>
        </p>
        {view.isConcluded ? (
          <span className="max-2xs:hidden">
            <Badge icon="trophy">Game concluded</Badge>
          </span>
        ) : (
          isUnsaved && <UnsavedChanges />
        )}
        {isClosed && (
          <p className="text-muted text-sm" id="closed">
            {isLocked ? lockedText : concludedText}
          </p>
        )}
      </div>
      <Button
        className="flex-none"
        variant="spot"
        name="intent"
        value="save"
        disabled={isClosed}
        icon={isClosed ? 'lock' : undefined}
        aria-describedby={isClosed ? 'closed' : undefined}
        {...getFocusProps('save', draft.focus)}
      >
        Save Team
      </Button>
    </StickyBar>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <small className="font-[750] text-[0.5em] text-muted"> {children}</small>
}

const lockedText = 'The first show has begun: teams are locked.'
const concludedText = 'The final has begun: no team can be saved.'
