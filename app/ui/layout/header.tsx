import { Icon } from '#app/ui/art/icon.tsx'
import { getButtonClass } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'

interface HeaderProps {
  pathname: string
  returnTo: string
  inert: boolean
}

const NAV_ITEMS = [
  { href: '/', label: 'Home' },
  { href: '/news', label: 'News' },
  { href: '/songs', label: 'Songs' },
] as const

const itemLook = 'inline-flex items-center font-[600] text-ink no-underline hover:bg-raised'
const currentLook =
  'aria-[current=page]:[box-shadow:inset_0_-3px_var(--spot-ink)] forced-colors:aria-[current=page]:border-b-3'

const itemLooks = {
  wide: `${itemLook} ${currentLook} min-h-11 rounded-md px-[0.85rem] aria-[current=page]:rounded-none`,
  small: `${itemLook} ${currentLook} min-h-13 w-full border-b border-line px-1 text-lg`,
} as const

/** The top of every page. Links load a document: most pages ship no script (D20). */
export function Header(props: HeaderProps) {
  return (
    <header
      className="relative z-10 border-line border-b bg-surface print:hidden"
      {...inertWhen(props.inert)}
    >
      <Container className="flex min-h-17 items-center gap-2">
        <a
          className="mr-auto inline-flex min-h-11 items-center gap-[0.6rem] font-[800] font-stretch-122% text-[1.2rem] text-ink tracking-[-0.025em] no-underline max-[22rem]:min-w-11 min-[52rem]:mr-4"
          href="/"
        >
          <Logo />
          <span className="max-[22rem]:sr-only">Douze</span>
        </a>
        <nav className="mr-auto hidden items-center gap-[0.15rem] min-[52rem]:flex" aria-label="Main">
          <NavItems {...props} look="wide" />
        </nav>
        <div className="hidden items-center min-[52rem]:flex">
          <SignInOrOut {...props} look="wide" />
        </div>
        <a
          className={getButtonClass('spot')}
          href="/game"
          aria-current={getAriaCurrent('/game', props.pathname)}
        >
          Play Game
        </a>
        <details className="min-[52rem]:hidden" key={props.returnTo}>
          <summary
            aria-label="Menu"
            className="grid size-11 list-none place-items-center rounded-md border-[1.5px] border-edge [&::-webkit-details-marker]:hidden"
          >
            <Icon name="menu" className="[[open]>summary>&]:hidden" />
            <Icon name="x" className="hidden [[open]>summary>&]:block" />
          </summary>
          <nav
            className="absolute inset-x-0 top-full grid border-line border-b bg-surface px-4 pt-2 pb-4 [box-shadow:0_18px_30px_-18px_rgb(0_0_0/0.5)]"
            aria-label="Main, small screen"
          >
            <NavItems {...props} look="small" />
            <SignInOrOut {...props} look="small" />
          </nav>
        </details>
      </Container>
    </header>
  )
}

/** A nav item is current when the path starts with its path; Home only on exactly / (spec 2). */
function getAriaCurrent(href: string, pathname: string) {
  const isCurrent = href === '/' ? pathname === '/' : pathname.startsWith(href)
  return isCurrent ? 'page' : undefined
}

interface ItemProps extends HeaderProps {
  look: keyof typeof itemLooks
}

function NavItems({ pathname, look }: ItemProps) {
  const items = useRootData()?.isAdmin ? [...NAV_ITEMS, { href: '/admin', label: 'Admin' }] : NAV_ITEMS
  return items.map(({ href, label }) => (
    <a key={href} className={itemLooks[look]} href={href} aria-current={getAriaCurrent(href, pathname)}>
      {label}
    </a>
  ))
}

function SignInOrOut({ returnTo, look }: ItemProps) {
  return useRootData()?.isSignedIn ? (
    <form method="post" action="/auth/sign-out">
      <button type="submit" className={itemLooks[look]}>
        Sign Out
      </button>
    </form>
  ) : (
    <SignInForm redirectTo={returnTo}>
      <button type="submit" className={itemLooks[look]}>
        Sign In
      </button>
    </SignInForm>
  )
}

function Logo() {
  return (
    <svg className="size-8.5" width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
      <path d="M9.5 1h15L34 33H0z" fill="#ff62a5" />
      <text x="17" y="29" textAnchor="middle" fontSize="24" fontWeight="850" fontStretch="62%" fill="#1b0b10">
        12
      </text>
    </svg>
  )
}
