import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from '@remix-run/react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { findVisitor } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import { DemoBar } from '#app/demo/demo-bar.tsx'
import { hasConcluded } from '#app/game/season/round.ts'
import { readConsent } from '#app/http/cookies/consent.server.ts'
import { readFlash } from '#app/http/cookies/flash.server.ts'
import { readResultsChoice } from '#app/http/cookies/results-choice.server.ts'
import { readBrowserTimeZoneCookie } from '#app/http/cookies/time-zone.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { readActiveRounds } from '#app/server/active-contest.server.ts'
import { findActiveSeason, isRoundOnAir } from '#app/server/active-season.server.ts'
import { findWallFacts } from '#app/server/wall-facts.server.ts'
import { CookieBar } from '#app/ui/consent/cookie-bar.tsx'
import { CookieDialog } from '#app/ui/consent/cookie-dialog.tsx'
import { hasOpenPreferences, PreferencesOpenContext } from '#app/ui/consent/cookie-preferences.ts'
import { ErrorPage } from '#app/ui/errors/error-page.tsx'
import { createClientLoader, revalidateUnlessFailed } from '#app/ui/feedback/fetch-error.ts'
import { HiddenResults } from '#app/ui/game/hidden-results.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { useRefreshes } from '#app/ui/hooks/use-safe-revalidate.ts'
import { Layout as Frame } from '#app/ui/layout/layout.tsx'
import { getFlashMessage } from '#app/ui/messages/flash-messages.ts'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { LoadingBar } from '#app/ui/navigation/loading-bar.tsx'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import { RootContext, type RootData, useLastGoodRootData } from '#app/ui/root-data.ts'
import { ServerMarkup } from '#app/ui/server-markup.tsx'
import { type PageStyles, PageStylesContext } from '#app/ui/styles/page-styles.ts'
import { clock, db } from '#db/connection.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', href: '/feed.xml', type: 'application/atom+xml', title: 'Douze news' },
]

export const shouldRevalidate = revalidateUnlessFailed

export const meta: MetaFunction = ({ error }) => [{ title: error ? getErrorTitle(error) : 'Douze' }]

export const headers = forwardHeaders

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const { pathname } = new URL(request.url)
  const season = await readActiveRounds()
  const now = await clock(db)
  const { flash, headers } = readFlash(request)

  const concludedYear = season && hasConcluded(season, now) ? season.year : null
  const root: RootData = {
    isSignedIn: visitor !== null,
    isAdmin: visitor?.isAdmin ?? false,
    isInApp: inAppPattern.test(request.headers.get('User-Agent') ?? ''),
    flash: flash ? getFlashMessage(flash) : null,
    concludedYear,
    missingMail: concludedYear === null ? null : await findMissingMail(visitor),
    wall:
      visitor === null && /^\/(game|admin)(\/|$)/.test(pathname) ? await findWallFacts(request, now) : null,
    consent: readConsent(request),
    isOnAir:
      season !== undefined && visitor !== null && isGame(pathname) && (await isRoundOnAir(season, now)),
    hidden: await findHiddenRound(request, visitor),
    browserTimeZone: readBrowserTimeZoneCookie(request),
    origin: config.origin,
    social: config.social,
    demo: config.isDemo ? { now, timeZone: season?.timeZone ?? 'UTC' } : null,
  }
  return data(root, { headers })
}

/** Browsers of apps: Android's web views, and what apps add on iOS. Google refuses to sign in there ('disallowed_useragent'). */
const inAppPattern =
  /; wv\)|\b(FBAN|FBAV|FBIOS|FB_IAB|Instagram|Twitter for|Barcelona|BytedanceWebview|musical_ly|trill_|TikTok|Line\/|Snapchat|LinkedInApp|Pinterest|MicroMessenger|KAKAOTALK)/

/** What the mail about the next game lacks to reach this visitor, where mails are sent. */
async function findMissingMail(visitor: Visitor | null): Promise<RootData['missingMail']> {
  if (!visitor || !config.mail) return null
  const { confirmed } = await findMailAddresses(db, visitor.managerId)
  return !confirmed ? 'address' : confirmed.choices.season ? null : 'choice'
}

const isGame = (pathname: string) => /^\/game(\/|$)/.test(pathname)

/** The first hidden round, on pages that have results (D38). Who hides none costs no query. */
async function findHiddenRound(request: Request, visitor: Visitor | null) {
  const choice = readResultsChoice(request, visitor)
  const { pathname } = new URL(request.url)
  const hasResults = /^\/(songs|screen)(\/|$)/.test(pathname) || (visitor !== null && isGame(pathname))
  if (choice.kind !== 'hide' || !hasResults) return null
  return (await findActiveSeason(choice))?.hidden ?? null
}

/** With script, the layout keeps its data when revalidating it fails (D17). */
export const clientLoader = createClientLoader<typeof loader>()

/** The document of every page, errors included; with scripts only where the page hydrates (D20). */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  const styles = useContext(PageStylesContext)
  const root = useLastGoodRootData()
  return (
    <html
      lang="en"
      className="scroll-pb-48 [@media(min-height:34rem)]:scroll-pb-56 [@media(min-height:34rem)]:has-[#cookies]:scroll-pb-70"
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {import.meta.env.SSR && <Links />}
        {styles && <Styles {...styles} />}
      </head>
      <body>
        <RootContext.Provider value={root}>
          <Shell root={root}>{children}</Shell>
        </RootContext.Provider>
        {nonce !== undefined && <PageScripts nonce={nonce} />}
      </body>
    </html>
  )
}

function Styles(styles: PageStyles) {
  if ('linked' in styles) return <link rel="stylesheet" href={styles.linked} />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours, which the policy allows by its hash
  return <style dangerouslySetInnerHTML={{ __html: styles.inline }} />
}

/** The scripts of the page's routes, and what needs them. */
function PageScripts({ nonce }: { nonce: string }) {
  return (
    <>
      <LoadingBar />
      <ScrollRestoration nonce={nonce} />
      {import.meta.env.SSR ? (
        <div hidden data-served>
          <Scripts nonce={nonce} />
        </div>
      ) : (
        <ServerMarkup hidden />
      )}
    </>
  )
}

function Shell({ root, children }: { root: RootData | undefined; children: ReactNode }) {
  useRefreshes(root?.browserTimeZone)
  useHiddenRoundOfDocument(root)
  const location = useLocation()
  const returnTo = getReturnTo(location)
  const isHydrated = useHydrated()
  const pageData = useMatches().map((match) => match.data)
  // No such page has script, and so the browser needs no word of it.
  if (import.meta.env.SSR && pageData.some((each) => isMarked(each, 'isBare')))
    return (
      <>
        <div className="stage">
          <HiddenResults />
        </div>
        {children}
      </>
    )
  const hasPageDialog = pageData.some((each) => isMarked(each, 'hasDialog'))
  const arePreferencesOpen = root !== undefined && hasOpenPreferences(location.search)
  // With script the dialog is modal, which makes the rest inert.
  const isBehindDialog = !isHydrated && (arePreferencesOpen || hasPageDialog)
  return (
    <Frame
      demoBar={import.meta.env.SSR && root?.demo && <DemoBar {...root.demo} />}
      after={
        arePreferencesOpen ? (
          <CookieDialog returnTo={returnTo} consent={root.consent} />
        ) : (
          root?.consent.isGiven === false && <CookieBar returnTo={returnTo} inert={isBehindDialog} />
        )
      }
      inert={isBehindDialog}
    >
      <PreferencesOpenContext.Provider value={arePreferencesOpen}>{children}</PreferencesOpenContext.Provider>
    </Frame>
  )
}

/** Loads the document anew when another round is hidden than when it came: only a document has the bar of hidden results (D38). */
function useHiddenRoundOfDocument(root: RootData | undefined): void {
  const title = root?.hidden?.title
  const [shown] = useState(title)
  useEffect(() => {
    if (root && title !== shown) location.reload()
  })
}

/** Whether the data of a matched route says that the page has no header and footer (a screen), or that its dialog is open. */
function isMarked(pageData: unknown, mark: 'isBare' | 'hasDialog'): boolean {
  return typeof pageData === 'object' && pageData !== null && Reflect.get(pageData, mark) === true
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
