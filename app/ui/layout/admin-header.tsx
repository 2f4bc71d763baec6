import { Icon } from '#app/ui/art/icon.tsx'
import { Stat, Stats } from '#app/ui/data/stats.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { PlainHeader } from './plain-header.tsx'

interface AdminHeaderProps {
  totals: { teams: number; leagues: number }
  section: 'scores' | 'news'
}

const tabs = [
  { name: 'scores', title: 'Score Management', href: '/admin', icon: 'calculator' },
  { name: 'news', title: 'News Management', href: '/admin/news', icon: 'newspaper' },
] as const

export function AdminHeader({ totals, section }: AdminHeaderProps) {
  return (
    <Container>
      <PlainHeader>
        <h1>Admin Dashboard</h1>
      </PlainHeader>
      <Stats>
        <Stat label="Total Teams">{formatCount(totals.teams)}</Stat>
        <Stat label="Total Leagues">{formatCount(totals.leagues)}</Stat>
      </Stats>
      <nav className="my-gap flex flex-wrap gap-x-1 border-line border-b" aria-label="Admin sections">
        {tabs.map(({ name, title, href, icon }) => (
          <a
            key={name}
            className="inline-flex min-h-13 items-center gap-2 whitespace-nowrap px-[0.7rem] font-[680] text-muted no-underline hover:text-ink focus-visible:-outline-offset-4 aria-[current]:text-ink max-2xs:px-1 max-2xs:text-xs md:px-[1.1rem] forced-colors:aria-[current]:border-b-3 aria-[current]:[box-shadow:inset_0_-4px_0_var(--spot-ink)]"
            href={href}
            aria-current={name === section ? 'page' : undefined}
          >
            <Icon name={icon} className="max-md:hidden" />
            {`${title} `}
          </a>
        ))}
      </nav>
    </Container>
  )
}
