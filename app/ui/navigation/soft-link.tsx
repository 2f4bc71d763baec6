import { Link, useLocation, useNavigate } from '@remix-run/react'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import { NAVIGATION_STARTED } from './loading-bar.tsx'

type SoftLinkProps = { href: string } & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/**
 * A link between game pages that stays in the document. The script of the other page is fetched first: where that
 * fails, the document loads, which needs none. (Remix would load the present page again, and the link be dead.)
 */
export function SoftLink({ href, ...rest }: SoftLinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    const target = new URL(event.currentTarget.href)
    if (target.pathname === pathname || opensElsewhere(event)) return
    event.preventDefault()
    dispatchEvent(new Event(NAVIGATION_STARTED))
    preloadRouteModule(target.pathname).then(
      () => navigate(href),
      () => window.location.assign(target),
    )
  }

  return <Link to={href} preventScrollReset={href.startsWith('?')} onClick={follow} {...rest} />
}

/** A press that asks for a new tab or window, or for a download. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

/** Fetches a page's script as Remix will, by the manifest that came with the document. */
async function preloadRouteModule(pathname: string): Promise<void> {
  const routes = Object.values(window.__remixManifest.routes)
  const route = routes.find((each) => `/${each.path}` === pathname)
  if (!route) throw new Error(`No page at ${pathname}`)
  await import(/* @vite-ignore */ route.module)
}
