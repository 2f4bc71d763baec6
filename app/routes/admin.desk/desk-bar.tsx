import { Num } from '#app/ui/data/unit.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { toChange } from './semi-final-rows.tsx'
import type { Desk } from './use-desk.ts'
import type { DeskView } from './view.ts'

/** The sum and both presses: live is pink, official an outline, locked with its reason while something is missing. */
export function DeskBar({ desk: { view, tally, status } }: { desk: Desk }) {
  const { liveLock, officialLock, sumNote, isOfficial, round } = view
  if (isOfficial)
    return (
      <StickyBar>
        <p className="text-sm" id="desk-lock">
          These results are official.
        </p>
        <LinkButton variant="line" href={`/admin?round=${round.roundNumber}`}>
          Correct a number
        </LinkButton>
      </StickyBar>
    )
  const lock = liveLock ?? officialLock ?? sumNote
  return (
    <StickyBar>
      <div className="mx-auto grid w-full max-w-176 gap-2">
        <p className="text-sm empty:sr-only" role="status">
          {status}
        </p>
        {view.sum ? <Sum points={tally.sum} outOf={view.sum.outOf} /> : <ToGo view={view} />}
        <div className="grid grid-cols-2 gap-2 max-md:[&_button]:px-2 max-md:[&_button]:text-sm">
          <Button
            variant="spot"
            name="intent"
            value="live"
            disabled={liveLock !== null}
            aria-describedby={liveLock ? 'desk-lock' : undefined}
          >
            Save and publish live
          </Button>
          <Button
            variant="line"
            icon={officialLock ? 'lock' : undefined}
            name="intent"
            value="official"
            disabled={officialLock !== null}
            aria-describedby={lock ? 'desk-lock' : undefined}
          >
            Publish as official
          </Button>
        </div>
        {lock && (
          <p className="text-muted text-xs" id="desk-lock">
            {lock}
          </p>
        )}
      </div>
    </StickyBar>
  )
}

function ToGo({ view: { done, outOf, undo } }: { view: DeskView }) {
  const missing = outOf - done
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <p className="num text-num-sm">
        {Math.abs(missing)}{' '}
        <small className="text-[0.6em] text-muted">{missing < 0 ? 'too many' : 'to go'}</small>
      </p>
      {undo && (
        <Button variant="line" icon="rotate" name="change" value={toChange(undo, '')}>
          Undo {undo.country}
        </Button>
      )}
    </div>
  )
}

/** The sum of the points beside what it is in the end: told, not enforced (D3). */
function Sum({ points, outOf }: { points: number; outOf: number }) {
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4">
        <b className="text-sm">Sum</b>{' '}
        <Num className="text-num-sm">
          {formatCount(points)} <span className="text-muted">of {formatCount(outOf)}</span>
        </Num>
      </p>
      {/* Not the Progress of the game's pages: the script of their dashboard would become one file more. */}
      <progress
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-line text-spot forced-colors:appearance-auto [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current"
        max={outOf}
        value={points}
        aria-label="Sum"
      />
    </div>
  )
}
