import { sampleEntries } from '#app/game/sample-data.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { CountryRow } from '#app/ui/game/country-row.tsx'
import { CountryRows } from '#app/ui/game/country-rows.tsx'
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
            <CountryRow key={entry.code} entry={entry}>
              {null}
            </CountryRow>
          ))}
        </CountryRows>
      </Card>
    </Container>
  )
}
