import { sampleEntries } from '#app/game/sample-data.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { CountryRows, EntryText, Row } from '#app/ui/game/country-rows.tsx'
import { Price } from '#app/ui/game/price.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { PlainHeader } from './plain-header.tsx'

/** The sample page behind the sign-in card of the admin area; nobody's data (D21). */
export function AdminSample() {
  return (
    <Container>
      <PlainHeader>
        <p className="display text-h1">Admin Dashboard</p>
      </PlainHeader>
      <Card label="Scores">
        <CardHeader title="Grand final" />
        <CountryRows>
          {sampleEntries.map((entry) => (
            <Row
              key={entry.code}
              code={entry.code}
              className="grid-cols-[auto_minmax(0,1fr)_auto] gap-x-[0.9rem]"
            >
              <Flag code={entry.code} />
              <EntryText entry={entry} />
              <Price tenths={entry.priceTenths} />
            </Row>
          ))}
        </CountryRows>
      </Card>
    </Container>
  )
}
