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

const itemLook =
  'inline-flex items-center font-[600] text-ink no-underline hover:bg-raised aria-[current=page]:[box-shadow:inset_0_-3px_var(--spot-ink)] forced-colors:aria-[current=page]:border-b-3 max-[52rem]:min-h-13 max-[52rem]:w-full max-[52rem]:border-b max-[52rem]:border-line max-[52rem]:px-1 max-[52rem]:text-lg min-[52rem]:min-h-11 min-[52rem]:rounded-md min-[52rem]:px-[0.85rem] min-[52rem]:aria-[current=page]:rounded-none'

/** The top of every page. Links load a document: most pages ship no script (D20). On small screens the menu opens the links. */
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
          <Logo /> <span className="max-[22rem]:sr-only">Douze</span>
        </a>{' '}
        <details className="order-1 min-[52rem]:hidden" key={props.returnTo}>
          <summary className="grid size-11 list-none place-items-center rounded-md border-[1.5px] border-edge [&::-webkit-details-marker]:hidden">
            <span className="sr-only">Menu</span>
            <Icon name="menu" className="[[open]>summary>&]:hidden" />
            <Icon name="x" className="hidden [[open]>summary>&]:block" />
          </summary>
        </details>{' '}
        <nav
          className="hidden max-[52rem]:absolute max-[52rem]:inset-x-0 max-[52rem]:top-full max-[52rem]:border-line max-[52rem]:border-b max-[52rem]:bg-surface max-[52rem]:px-4 max-[52rem]:pt-2 max-[52rem]:pb-4 min-[52rem]:flex min-[52rem]:flex-1 min-[52rem]:items-center min-[52rem]:gap-[0.15rem] max-[52rem]:[box-shadow:0_18px_30px_-18px_rgb(0_0_0/0.5)] max-[52rem]:[[open]~&]:grid"
          aria-label="Main"
        >
          <NavItems {...props} />
          <SignInOrOut {...props} />
        </nav>
        <a
          className={getButtonClass('spot')}
          href="/game"
          aria-current={getAriaCurrent('/game', props.pathname)}
        >
          Play Game
        </a>
      </Container>
    </header>
  )
}

/** A nav item is current when the path starts with its path; Home only on exactly / (spec 2). */
function getAriaCurrent(href: string, pathname: string) {
  const isCurrent = href === '/' ? pathname === '/' : pathname.startsWith(href)
  return isCurrent ? 'page' : undefined
}

function NavItems({ pathname }: HeaderProps) {
  const items = useRootData()?.isAdmin ? [...NAV_ITEMS, { href: '/admin', label: 'Admin' }] : NAV_ITEMS
  return items.map(({ href, label }) => (
    <a key={href} className={itemLook} href={href} aria-current={getAriaCurrent(href, pathname)}>
      {`${label} `}
    </a>
  ))
}

function SignInOrOut({ returnTo }: HeaderProps) {
  return useRootData()?.isSignedIn ? (
    <form method="post" action="/auth/sign-out" className="min-[52rem]:ml-auto">
      <button type="submit" className={itemLook}>
        Sign Out
      </button>
    </form>
  ) : (
    <SignInForm redirectTo={returnTo} className="min-[52rem]:ml-auto">
      <button type="submit" className={itemLook}>
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
