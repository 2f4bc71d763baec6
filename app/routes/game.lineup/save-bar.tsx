import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { isLampOff } from '#app/game/season/show-state.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { SavedMeanwhile, UnsavedChanges } from '#app/ui/forms/unsaved-changes.tsx'
import { ChangeUntil } from '#app/ui/game/receipt.tsx'
import type { LineupRound } from './load.server.ts'
import type { LineupDraftForm } from './use-lineup-draft.ts'

interface SaveBarProps {
  entries: readonly Entry[]
  form: LineupDraftForm
}

const sings = (code: string, round: LineupRound | undefined) =>
  !isLampOff(round?.shows[code]?.state ?? 'ready')

/** The countries that do not sing and stand above one that does: the share of their place is lost. */
function listWasted(codes: readonly string[], round: LineupRound | undefined): string[] {
  const last = codes.map((code) => sings(code, round)).lastIndexOf(true)
  return codes.slice(0, last + 1).filter((code) => !sings(code, round))
}

/** 'Armenia and Malta do not sing on Tuesday: 0 points.' */
function describeWasted(entries: readonly Entry[], codes: readonly string[], { when }: LineupRound): string {
  const names = pickEntriesByCode(entries, codes).map(({ country }) => country)
  const [last, ...others] = names.reverse()
  const list = others.length > 0 ? `${others.reverse().join(', ')} and ${last} do` : `${last} does`
  return `${list} not sing ${when}: 0 points.`
}

/** What is stored for the round and until when it can change, or that the order is not saved; and Save Lineup. */
export function SaveBar({ entries, form: { draft, stored, round, isOutdated } }: SaveBarProps) {
  const isClosed = round?.isOpen === false
  const wasted = isClosed ? [] : listWasted(draft.codes, round)
  const singersFirst = [
    ...draft.codes.filter((code) => sings(code, round)),
    ...draft.codes.filter((code) => !sings(code, round)),
  ]
  return (
    <StickyBar
      note={
        (isOutdated || wasted.length > 0) && (
          <>
            {isOutdated && <SavedMeanwhile entries={pickEntriesByCode(entries, stored)} />}
            {round && wasted.length > 0 && (
              <p id="wasted">
                {describeWasted(entries, wasted, round)}{' '}
                <button
                  type="submit"
                  className="-my-2 min-h-11 font-bold underline"
                  name="intent"
                  value={`order:${singersFirst.join('.')}`}
                >
                  Put singers first
                </button>
              </p>
            )}
          </>
        )
      }
    >
      {!isClosed && hasUnsavedLineup(draft, stored) ? (
        <UnsavedChanges />
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
        aria-describedby={isClosed ? 'stored-lineup' : wasted.length > 0 ? 'wasted' : undefined}
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
      {round.hasAbsent
        ? "Not set yet: we use your team's order, singers first."
        : "Not set yet: we use your team's order."}{' '}
      Change it until <time dateTime={round.deadline.iso}>{round.deadline.text}</time>.
    </>
  )
}
