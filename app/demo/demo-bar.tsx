import { formatInstant, formatZoneAbbreviation } from '#app/game/time/instant.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { demoPhases, findDemoPhase } from './demo-phases.ts'

interface DemoBarProps {
  /** Game time, epoch ms. */
  now: number
  /** The host city's zone. */
  timeZone: string
}

const linkLook = 'min-h-11 items-center px-2 font-[650] underline underline-offset-[0.2em]'

/**
 * A strip apart from the product. The demo's clock with its five jumps (F3), the link to its mails, and the next step of a
 * show (F8); narrow screens collapse them under 'Jump'.
 * Only the server renders it.
 */
export function DemoBar({ now, timeZone }: DemoBarProps) {
  return (
    <aside
      className="border-warn border-b border-dashed bg-warn-wash text-ink text-xs print:hidden"
      aria-label="Demo clock"
    >
      <Container className="flex flex-wrap items-center justify-between gap-x-4 xl:min-h-11">
        <p>
          <strong>Demo</strong>{' '}
          <time className="whitespace-nowrap tabular-nums" dateTime={new Date(now).toISOString()}>
            {formatInstant(now, timeZone)} {formatZoneAbbreviation(now, timeZone)}
          </time>{' '}
          <a className={`inline-flex ${linkLook}`} href="/demo/mail">
            Mails
          </a>
        </p>
        <details className="xl:hidden">
          <summary className={`flex ${linkLook}`}>Jump</summary>
        </details>
        <div className="hidden basis-full gap-[0.35rem] pb-3 xl:flex xl:basis-auto xl:py-[0.3rem] [[open]~&]:grid xl:[[open]~&]:flex">
          <form className="contents" method="post" action="/demo/clock">
            <JumpButtons current={findDemoPhase(now)?.name} />
          </form>
          <form className="contents" method="post" action="/demo/rehearsal">
            <button type="submit" name="step" value="next" className={linkLook}>
              Play the show
            </button>
          </form>
        </div>
      </Container>
    </aside>
  )
}

function JumpButtons({ current }: { current: string | undefined }) {
  return demoPhases.map(({ name, jumpAt }) => (
    <button
      key={name}
      className="min-h-11 rounded-md border border-edge px-[0.7rem] text-start font-[600] hover:bg-surface aria-[current=step]:border-ink aria-[current=step]:bg-ink aria-[current=step]:text-bg forced-colors:aria-[current=step]:border-3 forced-colors:aria-[current=step]:border-[Highlight]"
      type="submit"
      name="now"
      value={new Date(jumpAt).toISOString()}
      aria-current={name === current ? 'step' : undefined}
    >
      {`${name} `}
    </button>
  ))
}
