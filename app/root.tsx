import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteError,
} from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { config } from '#app/config.server.ts'
import { hasConcluded } from '#app/game/round.ts'
import { takeNote } from '#app/http/flash.server.ts'
import { DemoBar } from '#app/ui/demo-bar.tsx'
import { ErrorPage } from '#app/ui/error-page.tsx'
import { Layout as Frame } from '#app/ui/layout.tsx'
import { wasLost } from '#app/ui/lost-answer.ts'
import { NonceContext } from '#app/ui/nonce.tsx'
import { type RootData, useRootData } from '#app/ui/root-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import headlineFont from './fonts/archivo-headline.woff2?url'
import textFont from './fonts/archivo-text.woff2?url'
import styles from './styles.css?url'

export const links: LinksFunction = () => [
  ...[textFont, headlineFont].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !wasLost(actionResult) && defaultShouldRevalidate
}

export const meta: MetaFunction = () => [{ title: 'Douze' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await findVisitor(request)

  const game = await findActiveGame(db)
  const now = await clock(db)
  const { note, headers } = takeNote(request)

  const root: RootData = {
    isSignedIn: visitor !== null,
    isAdmin: visitor?.isAdmin ?? false,
    note: note ?? null,
    concludedYear: game && hasConcluded(game, now) ? game.year : null,
    social: config.social,
    demo: config.isDemo ? { now, timeZone: game?.timeZone ?? 'UTC' } : null,
  }
  return data(root, { headers })
}

/** The document of every page, errors included: scripts only where the page hydrates (D20). */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        <Shell>{children}</Shell>
        {nonce === undefined ? null : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const root = useRootData()
  const location = useLocation()
  const isBehindDialog = useDrawnDialog()
  return (
    <Frame
      location={location}
      isSignedIn={root?.isSignedIn ?? false}
      isAdmin={root?.isAdmin ?? false}
      concludedYear={root?.concludedYear ?? null}
      socials={socials(root)}
      demoBar={
        root?.demo && (
          <DemoBar {...root.demo} returnTo={location.pathname + location.search} inert={isBehindDialog} />
        )
      }
      inert={isBehindDialog}
    >
      {children}
    </Frame>
  )
}

function socials(root: RootData | undefined) {
  if (!root) return []
  return [
    { label: 'Instagram', href: root.social.instagram, icon: 'at-sign' as const },
    { label: 'Bluesky', href: root.social.bluesky, icon: 'message-circle' as const },
  ]
}

/** Whether the page below says that its server-drawn dialog is open; with script the dialog itself is modal. */
function useDrawnDialog(): boolean {
  const matches = useMatches()
  const isHydrated = useHydrated()
  return !isHydrated && matches.some(({ data: shown }) => hasOpenDialog(shown))
}

function hasOpenDialog(shown: unknown): boolean {
  return typeof shown === 'object' && shown !== null && 'hasDialog' in shown && shown.hasDialog === true
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
