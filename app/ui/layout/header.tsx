import { Icon } from '#app/ui/art/icon.tsx'
import { getButtonClass } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
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

/** The top of every page. Links load a document: most pages ship no script (D20). */
export function Header(props: HeaderProps) {
  return (
    <header className="top" {...inertWhen(props.inert)}>
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <a className="brand" href="/">
          <Logo />
          <span>Douze</span>
        </a>
        <nav className="nav nav-main" aria-label="Main">
          <NavItems {...props} />
        </nav>
        <div className="nav">
          <SignInOrOut {...props} />
        </div>
        <a
          className={getButtonClass('spot')}
          href="/game"
          aria-current={getAriaCurrent('/game', props.pathname)}
        >
          Play Game
        </a>
        <details className="menu" key={props.returnTo}>
          <summary aria-label="Menu">
            <Icon name="menu" className="m" />
            <Icon name="x" className="x" />
          </summary>
          <nav className="menu-list" aria-label="Main, small screen">
            <NavItems {...props} />
            <SignInOrOut {...props} />
          </nav>
        </details>
      </div>
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
    <a key={href} href={href} aria-current={getAriaCurrent(href, pathname)}>
      {label}
    </a>
  ))
}

function SignInOrOut({ returnTo }: HeaderProps) {
  return useRootData()?.isSignedIn ? (
    <form method="post" action="/auth/sign-out">
      <button type="submit">Sign Out</button>
    </form>
  ) : (
    <SignInForm redirectTo={returnTo}>
      <button type="submit">Sign In</button>
    </SignInForm>
  )
}

function Logo() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden="true">
      <path d="M9.5 1h15L34 33H0z" fill="#ff62a5" />
      <text className="mark" x="17" y="29" textAnchor="middle">
        12
      </text>
    </svg>
  )
}
