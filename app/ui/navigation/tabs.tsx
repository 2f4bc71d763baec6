import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { Anchor } from '#app/ui/forms/button.tsx'

interface Tab {
  href: string
  label: string
  icon?: IconName
  isCurrent: boolean
}

/** Sections of a page as links. */
export function Tabs({ label, tabs, soft }: { label: string; tabs: readonly Tab[]; soft?: boolean }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Anchor key={tab.href} href={tab.href} soft={soft} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.icon && <Icon name={tab.icon} />}
          {tab.label}
        </Anchor>
      ))}
    </nav>
  )
}
