import { Cell, Cells } from './cells.tsx'
import { formatCount } from './format.ts'
import { Tabs } from './tabs.tsx'

interface AdminHeadProps {
  totals: { teams: number; leagues: number }
  section: 'scores' | 'news'
}

/** What every page of the admin area begins with: heading, totals, and the two tabs (spec 2). */
export function AdminHead({ totals, section }: AdminHeadProps) {
  return (
    <div className="wrap">
      <div className="plain-head">
        <h1>Admin Dashboard</h1>
      </div>
      <Cells>
        <Cell label="Total Teams">{formatCount(totals.teams)}</Cell>
        <Cell label="Total Leagues">{formatCount(totals.leagues)}</Cell>
      </Cells>
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
