import { type ReactNode, useEffect } from 'react'
import { Flag } from '#app/ui/art/flag.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { messageCardLook } from '#app/ui/errors/error-card.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { Price } from '#app/ui/game/price.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { CopyLink } from './copy-link.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The headings of a page that needs a sign-in. */
export interface Outline {
  title: string
  lead?: string
  /** Titles of the cards with personal data; null where a user chose the title. */
  cards: readonly (string | null)[]
  /** The title of the card that lists the season's countries. */
  countries?: string
  /** A page of the admins, without lamps and deadline. */
  isAdmin?: boolean
}

interface SignInOverlayProps {
  redirectTo: string
  /** Shown above the heading: the league's name and size for a valid invite (D11). */
  extra?: ReactNode
  outline: Outline
}

/** 'Authentication required' over a blurred copy of the page. Contains its own Main; the status must be 401. */
export function SignInOverlay(props: SignInOverlayProps) {
  // The document has the card, without script (D20).
  return import.meta.env.SSR ? <Overlay {...props} /> : <ReloadedPage />
}

function ReloadedPage() {
  useEffect(() => location.reload(), [])
  return null
}

function Overlay({ redirectTo, extra, outline }: SignInOverlayProps) {
  return (
    <Main className="grid overflow-hidden pb-0">
      {/* Card and blurred copy share one grid cell, so that the taller of the two sets the height. */}
      <div className="z-1 col-start-1 row-start-1 grid min-w-0 items-start bg-bg/24 py-[clamp(3rem,9vw,7rem)]">
        <Card labelledBy="sign-in" className={messageCardLook}>
          <SpotlightArt code="SE" seed={1} shape="banner" />
          <div className="grid gap-[0.9rem] p-gap">
            {extra}
            <h1 className="text-h2" id="sign-in">
              Authentication required
            </h1>
            <p className="text-muted">
              Create a new account or sign in to access the game features and manage your team. We never see
              your password.
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <SignInForm redirectTo={redirectTo} className="flex-auto">
                <Button variant="spot" size="lg" className="w-full">
                  Sign in / Create account
                </Button>
              </SignInForm>
              <LinkButton variant="line" size="lg" href="/" className="flex-auto">
                Back to Home
              </LinkButton>
            </div>
            <CopyLink path={redirectTo} />
          </div>
        </Card>
      </div>
      <div
        className="pointer-events-none col-start-1 row-start-1 max-h-184 min-w-0 select-none overflow-hidden blur-[9px]"
        aria-hidden="true"
        {...inertWhen(true)}
      >
        <p className="sr-only">This page, once you have signed in:</p>
        <PageOutline {...outline} />
      </div>
    </Main>
  )
}

/** A page without what is somebody's, in whose place bars are drawn (D21). */
function PageOutline({ title, lead, cards, countries, isAdmin }: Outline) {
  const { entries = [], next } = useRootData()?.wall ?? {}
  return (
    <>
      {isAdmin ? (
        <Container>
          <PlainHeader>
            <p className="display text-h1">{title}</p>
          </PlainHeader>
        </Container>
      ) : (
        <PageHeader
          isCopy
          title={title}
          lead={lead}
          next={next}
          countries={entries}
          lampsLabel="This season"
        />
      )}
      <Container className={columns.half}>
        {countries && (
          <Card>
            <CardHeader title={countries} />
            <CountryRows>
              {entries.map((entry) => (
                <Row key={entry.code} code={entry.code} className={rowLook}>
                  <Flag code={entry.code} />
                  <EntryText entry={entry} />
                  <Price tenths={entry.priceTenths} />
                </Row>
              ))}
            </CountryRows>
          </Card>
        )}
        {cards.map((card) => (
          <Card key={card}>
            {card === null ? <div className="p-gap">{bar}</div> : <CardHeader title={card} />}
            {/* No list: text browsers would show its empty points. */}
            <div>
              {[1, 2, 3, 4, 5, 6].map((row) => (
                <div
                  key={row}
                  className={`${rowLook} grid items-center border-line not-first:border-t px-gap py-[0.8rem]`}
                >
                  <span className="h-6 w-9 bg-line" />
                  {bar}
                  <span className="h-6 w-9 bg-line" />
                </div>
              ))}
            </div>
          </Card>
        ))}
      </Container>
    </>
  )
}

const bar = <span className="block h-5 w-24 bg-line" />
const rowLook = 'grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem]'
