import { Icon } from '#app/ui/art/icon.tsx'
import { Anchor } from '#app/ui/forms/button.tsx'

interface PagerProps {
  page: number
  pageCount: number
  href: (page: number) => string
  label?: string
  soft?: boolean
}

/** Previous, up to three page numbers around the current one, next (spec 9). Nothing when there is one page. */
export function Pager({ page, pageCount, href, label = 'Pages', soft }: PagerProps) {
  if (pageCount < 2) return null
  const first = Math.max(1, Math.min(page - 1, pageCount - 2))
  const numbers = [first, first + 1, first + 2].filter((n) => n <= pageCount)
  return (
    <nav className="pager" aria-label={label}>
      <PagerStep
        to={page > 1 ? href(page - 1) : null}
        icon="chevron-left"
        label="Previous page"
        soft={soft}
      />
      {numbers.map((n) => (
        <Anchor key={n} href={href(n)} soft={soft} aria-current={n === page ? 'page' : undefined}>
          <span className="sr-only">Page </span>
          {n}
        </Anchor>
      ))}
      <PagerStep
        to={page < pageCount ? href(page + 1) : null}
        icon="chevron-right"
        label="Next page"
        soft={soft}
      />
    </nav>
  )
}

function PagerStep({
  to,
  icon,
  label,
  soft,
}: {
  to: string | null
  icon: 'chevron-left' | 'chevron-right'
  label: string
  soft?: boolean
}) {
  return to === null ? (
    <span className="off" aria-hidden="true">
      <Icon name={icon} />
    </span>
  ) : (
    <Anchor href={to} soft={soft} aria-label={label}>
      <Icon name={icon} />
    </Anchor>
  )
}
