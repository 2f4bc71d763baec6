import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { Price } from '#app/ui/game/price.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { useRootData } from '#app/ui/root-data.ts'

/** The headings of a page that needs a sign-in. */
export interface Outline {
  title: string
  lead?: string
  /** Of the cards of what is somebody's; null for one that is named by somebody. */
  cards: readonly (string | null)[]
  /** Of the card that lists the season's countries. */
  countries?: string
  /** A page of the admins, without lamps and deadline. */
  isAdmin?: boolean
}

/** A page without what is somebody's, in whose place bars are drawn (D21). */
export function PageOutline({ title, lead, cards, countries, isAdmin }: Outline) {
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
            <CountryRows>
              {[1, 2, 3, 4, 5, 6].map((row) => (
                <Row key={row} code={null} className={rowLook}>
                  <span className="h-6 w-9 bg-line" />
                  {bar}
                  <span className="h-6 w-9 bg-line" />
                </Row>
              ))}
            </CountryRows>
          </Card>
        ))}
      </Container>
    </>
  )
}

const bar = <span className="block h-5 w-24 bg-line" />
const rowLook = 'grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem]'
