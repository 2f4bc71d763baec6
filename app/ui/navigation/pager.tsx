import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { Anchor } from '#app/ui/forms/button.tsx'

interface PagerProps {
  page: number
  pageCount: number
  href: (page: number) => string
  label?: string
  soft?: boolean
}

const step =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-md border-[1.5px] px-[0.8rem] font-[650] tabular-nums max-[22rem]:px-2'
const link =
  'border-line text-ink no-underline hover:border-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-bg forced-colors:aria-[current]:border-[HighlightText] forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText] forced-colors:aria-[current]:forced-color-adjust-none'

/** Previous, up to three page numbers around the current one, next (spec 9). Nothing when there is one page. */
export function Pager({ page, pageCount, href, label = 'Pages', soft }: PagerProps) {
  if (pageCount < 2) return null
  const first = Math.max(1, Math.min(page - 1, pageCount - 2))
  const numbers = [first, first + 1, first + 2].filter((n) => n <= pageCount)
  return (
    <nav
      className="flex flex-wrap items-center justify-center gap-2 max-[22rem]:gap-1 print:hidden"
      aria-label={label}
    >
      <PagerStep
        to={page > 1 ? href(page - 1) : null}
        icon="chevron-left"
        label="Previous page"
        soft={soft}
      />
      {numbers.map((n) => (
        <Anchor
          key={n}
          className={classes(step, link)}
          href={href(n)}
          soft={soft}
          aria-current={n === page ? 'page' : undefined}
        >
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
    <span className={classes(step, 'border-transparent text-muted')} aria-hidden="true">
      <Icon name={icon} />
    </span>
  ) : (
    <Anchor className={classes(step, link)} href={to} soft={soft}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </Anchor>
  )
}
