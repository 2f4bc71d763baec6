import { useLocation } from '@remix-run/react'
import { Icon } from '#app/ui/art/icon.tsx'
import { Anchor, type AnchorProps } from '#app/ui/forms/button.tsx'
import { useRootData } from '#app/ui/root-data.ts'

const pages = [
  ['team', 'Team'],
  ['lineup', 'Line-up'],
  ['results', 'Results'],
  ['leagues', 'Leagues'],
] as const

/** Pages beneath one of these, where its link is marked. */
const parents: Readonly<Record<string, string>> = {
  '/game/countries': '/game/results',
  '/game/compare': '/game/leagues',
}

const item =
  'inline-flex min-h-12 min-w-11 items-center whitespace-nowrap text-muted no-underline hover:text-ink [&[aria-current]]:text-ink [&[aria-current]]:[box-shadow:inset_0_-3px_var(--spot)] forced-colors:[&[aria-current]]:border-b-3'

/** The way between the pages of the game, at the top of their band: the dashboard, the page of the evening, the four others. */
export function GameNav() {
  const { pathname } = useLocation()
  const isOnAir = useRootData()?.isOnAir
  return (
    <nav
      className="flex flex-wrap gap-x-[clamp(0.2rem,10.2%-1.6rem,1.5rem)] font-[640] font-stretch-96% text-sm max-[22rem]:justify-between max-[22rem]:gap-x-0 max-[22rem]:font-stretch-76% max-[27rem]:font-stretch-84% print:hidden"
      aria-label="Game"
    >
      <Item href="/game">
        <Icon name="house" />
        <span className="sr-only">Back to Dashboard</span>
      </Item>
      {(isOnAir || pathname === '/game/live') && (
        <Item href="/game/live" soft={false}>
          <span className="mr-1 size-3 flex-none bg-spot [clip-path:var(--lamp)]" />
          <span className="pr-1">Live</span>
        </Item>
      )}
      {pages.map(([path, label]) => (
        <Item key={path} href={`/game/${path}`}>
          {label}
        </Item>
      ))}
    </nav>
  )
}

function Item(props: AnchorProps) {
  const { pathname } = useLocation()
  const current = pathname === props.href ? 'page' : parents[pathname] === props.href ? 'true' : undefined
  return <Anchor className={item} aria-current={current} soft {...props} />
}
