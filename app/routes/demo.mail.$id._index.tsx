import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { config } from '#app/config.server.ts'
import { ReceivedTime } from '#app/demo/received-time.tsx'
import { requireNumber } from '#app/http/forms/query.server.ts'
import { orNotFound, throwErrorResponse } from '#app/http/responses.server.ts'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { BackLink } from '#app/ui/navigation/back-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { findDemoMail } from '#db/demo/demo.server.ts'

/** One mail of the demo as plain text. */
export async function loader({ params }: LoaderFunctionArgs) {
  if (!config.isDemo) return throwErrorResponse('NOT_FOUND')

  const stored = await findDemoMail(db, requireNumber(params.id))
  const { html, ...mail } = orNotFound(stored, 'NOT_FOUND')
  return { ...mail, hasHtml: html !== '' }
}

export const links = gameStylesheetLinks

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.subject ?? 'Mail'} – Douze` },
]

export default function DemoMailRoute() {
  const { id, subject, sender, recipient, text, receivedAt, hasHtml } = useLoaderData<typeof loader>()
  return (
    <Main>
      <Container>
        <PlainHeader>
          <BackLink href="/demo/mail">Mails of the demo</BackLink>
          <h1 className="wrap-anywhere">{subject}</h1>
        </PlainHeader>
        <Card labelledBy="mail">
          <CardHeader
            id="mail"
            title="As plain text"
            note={
              <span className="wrap-anywhere">
                From {sender} to {recipient}, <ReceivedTime at={receivedAt} />
              </span>
            }
          />
          <p className="wrap-anywhere whitespace-pre-wrap p-gap">
            <TextWithLinks text={text} />
          </p>
          {hasHtml && (
            <CardFooter>
              <LinkButton variant="ink" icon="mail" href={`/demo/mail/${id}/html`}>
                Show as HTML
              </LinkButton>
            </CardFooter>
          )}
        </Card>
      </Container>
    </Main>
  )
}

/** Turns URLs in a text into links, as mail programs do. */
function TextWithLinks({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>]+)/)
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is rendered once
      <TextLink key={index} href={part}>
        {part}
      </TextLink>
    ) : (
      part
    ),
  )
}
