import { Link, useLocation, useNavigate } from '@remix-run/react'
import type { ComponentPropsWithoutRef, MouseEvent } from 'react'
import { NAVIGATION_STARTED } from './loading-bar.tsx'

/** Where the visitor wants to go: on a slow line they may press another link before the first one's module is there. */
let wanted: URL | undefined

type SoftLinkProps = { href: string } & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/**
 * A link that navigates between game pages without loading a document. It fetches the route's module first and loads the
 * document when that fails: Remix would reload the current page instead, and the link would never work.
 */
export function SoftLink({ href, ...rest }: SoftLinkProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    const target = new URL(event.currentTarget.href)
    if (target.pathname === pathname || opensElsewhere(event)) return
    event.preventDefault()
    dispatchEvent(new Event(NAVIGATION_STARTED))
    wanted = target
    preloadRouteModule(target.pathname).then(
      () => wanted === target && navigate(href),
      () => wanted === target && window.location.assign(target),
    )
  }

  return <Link to={href} preventScrollReset={href.startsWith('?')} onClick={handleClick} {...rest} />
}

/** Whether a click opens a new tab or window, or downloads. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey
}

async function preloadRouteModule(pathname: string): Promise<void> {
  const routes = Object.values(window.__remixManifest.routes)
  const route = routes.find((each) => `/${each.path}` === pathname)
  if (!route) throw new Error(`No page at ${pathname}`)
  await import(/* @vite-ignore */ route.module)
}
