import { Icon } from '#app/ui/art/icon.tsx'
import { SoftLink } from '#app/ui/navigation/soft-link.tsx'
import type { DashboardView } from './load.server.ts'

const links = {
  team: { icon: 'users', href: '/game/team' },
  lineup: { icon: 'list-ordered', href: '/game/lineup' },
  results: { icon: 'chart', href: '/game/results' },
  leagues: { icon: 'trophy', href: '/game/leagues' },
} as const

const look =
  'flex min-h-16 items-center gap-2.5 px-3.5 py-2 font-bold leading-[1.2] forced-colors:[outline:1px_solid]'

/** The four action cards; a disabled one shows the reason (spec 2). */
export function ActionCards({ actions }: Pick<DashboardView, 'actions'>) {
  return (
    <nav
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line print:hidden"
      aria-label="Game actions"
    >
      {actions.map(({ name, title, reason }) =>
        reason === null ? (
          <SoftLink
            key={name}
            className={`${look} bg-surface text-ink no-underline hover:bg-raised focus-visible:-outline-offset-4`}
            href={links[name].href}
          >
            <Icon name={links[name].icon} className="text-spot-ink" />
            {`${title} `}
          </SoftLink>
        ) : (
          <div key={name} className={`${look} bg-sunken text-muted`}>
            <Icon name="lock" />
            <span>
              {`${title} `}
              <small className="block font-[500] text-xs">{reason}</small>
            </span>
          </div>
        ),
      )}
    </nav>
  )
}
