import { useActionData } from '@remix-run/react'
import type { ClosedTeamView } from '#app/game/team/closed-team.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Cell, ColumnHeader, Row, RowHeader, Table } from '#app/ui/data/table.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatPoints, formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** The team page and the line-up page once nothing can change (D7): six and orders read only, with points and rank. */
export function ClosedTeam({ title, view }: { title: string; view: ClosedTeamView }) {
  // Of a save that came too late.
  const late = useActionData<{ errors?: readonly ToastMessage[] }>()
  const { reason, rows, rounds } = view
  const card = reason && getErrorCard(reason)
  return (
    <Main>
      <PageHeader
        title={title}
        lead={<bdi translate="no">{view.teamName}</bdi>}
        countries={view.lamps}
        facts={
          view.rank && (
            <>
              <Fact label="Points" isHighlighted>
                {formatPoints(view.totalHundredths)}
              </Fact>
              <Fact label="Global rank">{formatRank(view.rank)}</Fact>
            </>
          )
        }
        next={view.next ?? undefined}
        live={view.live}
      />
      <Toasts errors={late?.errors} />
      <Container className="grid grid-cols-1 gap-gap">
        {card && (
          <TitledCard id="closed" title={card.title}>
            <p className="text-muted">{card.text}</p>
            <p className="flex flex-wrap items-center gap-3">
              {[card.button, ...(card.more ?? [])].map(({ href, label }) => (
                <LinkButton key={href} variant="line" href={href}>
                  {label}
                </LinkButton>
              ))}
            </p>
          </TitledCard>
        )}
        <Card labelledBy="your-six">
          <CardHeader id="your-six" title="Your six">
            <span className="text-muted text-sm">Points, and place in your order</span>
          </CardHeader>
          <Table>
            <thead>
              <tr>
                <ColumnHeader>Country</ColumnHeader>
                {rounds.map((round) => (
                  <ColumnHeader key={round} end className="max-2xs:px-[0.3rem]">
                    {round}
                  </ColumnHeader>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ code, country, places }) => (
                <Row key={code}>
                  <RowHeader>
                    <span className="flex items-center gap-2">
                      <Flag code={code} size="s" /> {country}
                    </span>
                  </RowHeader>
                  {places.map((place, index) => (
                    <Cell key={rounds[index]} end className="max-2xs:px-[0.3rem]">
                      <b translate="no">{formatPoints(place?.hundredths ?? null)}</b>{' '}
                      <span className="block text-muted text-xs">{place?.place}</span>
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </Card>
      </Container>
    </Main>
  )
}
