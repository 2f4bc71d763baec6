import { formatInstant, formatZoneAbbreviation } from '#app/game/time/instant.ts'
import { inertWhen } from '#app/ui/inert.ts'
import { demoPhases, findDemoPhase } from './demo-phases.ts'

interface DemoBarProps {
  /** Game time, epoch ms. */
  now: number
  /** The host city's zone. */
  timeZone: string
  /** The page to return to after the jump. */
  returnTo: string
  /** Renders the bar inert while a dialog is open. */
  inert?: boolean
}

/**
 * The demo's clock with its five jumps (F3) and the link to its mails; narrow screens collapse them under 'Jump'.
 * Works without script.
 */
export function DemoBar({ now, timeZone, returnTo, inert }: DemoBarProps) {
  return (
    <>
      <aside className="demo-bar" aria-label="Demo clock" {...inertWhen(inert)}>
        <div className="mx-auto w-full max-w-wrap px-page wrap">
          <p>
            <strong>Demo</strong>{' '}
            <time dateTime={new Date(now).toISOString()} suppressHydrationWarning>
              {formatInstant(now, timeZone)} {formatZoneAbbreviation(now, timeZone)}
            </time>{' '}
            <a href="/demo/mail">Mails</a>
          </p>
          <details>
            <summary>Jump</summary>
          </details>
          <form method="post" action="/demo/clock">
            <input type="hidden" name="returnTo" value={returnTo} suppressHydrationWarning />
            <JumpButtons current={findDemoPhase(now)?.name} />
          </form>
        </div>
      </aside>
    </>
  )
}

function JumpButtons({ current }: { current: string | undefined }) {
  return demoPhases.map(({ name, jumpAt }) => (
    <button
      key={name}
      type="submit"
      name="now"
      value={new Date(jumpAt).toISOString()}
      aria-current={name === current ? 'step' : undefined}
    >
      {name}
    </button>
  ))
}
