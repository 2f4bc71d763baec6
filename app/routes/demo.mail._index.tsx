import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { config } from '#app/config.server.ts'
import { ReceivedTime } from '#app/demo/received-time.tsx'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { listDemoMails } from '#db/demo/demo.server.ts'

const maxMails = 50

/** The demo's mailbox: all mails are delivered here instead of being sent. Only in the demo. */
export async function loader() {
  if (!config.isDemo) return throwErrorResponse('NOT_FOUND')

  return { mails: await listDemoMails(db, maxMails) }
}

export const links = gameStylesheetLinks

export const meta: MetaFunction = () => [{ title: 'Mails of the Demo – Douze' }]

export default function DemoMailsRoute() {
  const { mails } = useLoaderData<typeof loader>()
  return (
    <Main>
      <Container>
        <PlainHeader>
          <h1>Mails of the demo</h1>
          <Lead>
            Every mail of the demo lands here; none leaves this machine. Jump to a deadline, and see who is
            reminded.
          </Lead>
        </PlainHeader>
        <Card labelledBy="inbox">
          <CardHeader id="inbox" title="Newest first" />
          {mails.length === 0 ? (
            <p className="p-gap text-muted">
              No mail yet. At <TextLink href="/game/notifications">Notifications</TextLink> you enter an
              address: its link arrives here.
            </p>
          ) : (
            <ItemList className="p-gap">
              {mails.map(({ id, subject, recipient, receivedAt }) => (
                <Item key={id}>
                  <b className="wrap-anywhere col-span-full">
                    <a href={`/demo/mail/${id}`}>{subject}</a>
                  </b>
                  <span className="wrap-anywhere text-muted text-sm">To {recipient}</span>
                  <ItemNote>
                    <ReceivedTime at={receivedAt} />
                  </ItemNote>
                </Item>
              ))}
            </ItemList>
          )}
        </Card>
      </Container>
    </Main>
  )
}
