import { Stat, Stats } from '#app/ui/data/stats.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Tabs } from '#app/ui/navigation/tabs.tsx'

interface AdminHeaderProps {
  totals: { teams: number; leagues: number }
  section: 'scores' | 'news'
}

/** The header of every admin page: heading, totals, and the two tabs (spec 2). */
export function AdminHeader({ totals, section }: AdminHeaderProps) {
  return (
    <div className="wrap">
      <div className="plain-head">
        <h1>Admin Dashboard</h1>
      </div>
      <Stats>
        <Stat label="Total Teams">{formatCount(totals.teams)}</Stat>
        <Stat label="Total Leagues">{formatCount(totals.leagues)}</Stat>
      </Stats>
      <Tabs
        label="Admin sections"
        tabs={[
          { href: '/admin', label: 'Score Management', icon: 'calculator', isCurrent: section === 'scores' },
          { href: '/admin/news', label: 'News Management', icon: 'newspaper', isCurrent: section === 'news' },
        ]}
      />
    </div>
  )
}
