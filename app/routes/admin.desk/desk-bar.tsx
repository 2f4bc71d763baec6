import { Num } from '#app/ui/data/unit.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { toChange } from './semi-final-rows.tsx'
import type { Desk } from './use-desk.ts'
import type { DeskView } from './view.ts'

const labels = { live: 'Save and publish live', official: 'Publish as official' } as const

/** What came of the last press, the sum and both presses: live is pink, official an outline. A press that is asked about stands alone. */
export function DeskBar({ desk: { view, tally, status, isTold, refused } }: { desk: Desk }) {
  const { lock, unusual, isOfficial, round, pressed } = view
  const ask = refused?.ask
  const press = ask?.intent ?? 'live'
  const note = lock ?? unusual
  return (
    <StickyBar>
      <div className="mx-auto grid w-full max-w-176 gap-2">
        <p
          id="desk-status"
          className="text-sm empty:sr-only"
          role="status"
          tabIndex={-1}
          {...{ autoFocus: isTold }}
        >
          {status}
        </p>
        {isOfficial ? (
          <LinkButton variant="line" href={`/admin?round=${round.roundNumber}`}>
            Correct a number
          </LinkButton>
        ) : (
          <>
            {view.sum ? <Sum points={tally.sum} outOf={view.sum.outOf} /> : <ToGo view={view} />}
            <div className="grid grid-cols-2 gap-2 max-md:[&_button]:px-2 max-md:[&_button]:text-sm">
              {ask && <input type="hidden" name="confirmed" value={ask.confirmed} />}
              <Button
                key={press}
                variant="spot"
                name="intent"
                value={press}
                disabled={lock !== null}
                aria-describedby={lock ? 'desk-lock' : undefined}
              >
                {labels[press]}
              </Button>
              {ask ? (
                <Button variant="line" name="way" value={view.isPasting ? 'paste' : 'fields'}>
                  Not yet
                </Button>
              ) : (
                <Button
                  key="official"
                  variant="line"
                  icon={lock ? 'lock' : undefined}
                  name="intent"
                  value="official"
                  disabled={lock !== null}
                  aria-describedby={note ? 'desk-lock' : undefined}
                  {...{ autoFocus: pressed === 'back' }}
                >
                  {labels.official}
                </Button>
              )}
            </div>
            {note && !ask && (
              <p className="text-muted text-xs" id="desk-lock">
                {note}
              </p>
            )}
          </>
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
