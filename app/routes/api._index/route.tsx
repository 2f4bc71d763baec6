import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { buildApiGuide } from '#app/api/guide.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { adminStylesheetLinks } from '#app/ui/styles/admin-stylesheet.ts'
import { EndpointCard } from './endpoint-card.tsx'

export async function loader() {
  return { nouns: buildApiGuide() }
}

export const links = adminStylesheetLinks

export const meta: MetaFunction = () => [
  { title: 'The API – Douze' },
  { name: 'description', content: 'The game as JSON: every call, what it takes and what it answers.' },
]

/** The API contract for people; /api/openapi.json is for programs. */
export default function ApiRoute() {
  const { nouns } = useLoaderData<typeof loader>()
  return (
    <Main>
      <Container>
        <PlainHeader>
          <h1>The API</h1>
          <Lead>
            The game as JSON. Send an access token of the identity provider (
            <code>Authorization: Bearer …</code>) or the session cookie of the pages. Programs read{' '}
            <a href="/api/openapi.json">the OpenAPI document</a>.
          </Lead>
        </PlainHeader>
        <div className="prose">
          <p>
            Every error is an object with <code>errorType</code>, <code>message</code> and <code>status</code>
            ; one of type <code>VALIDATION_FAILED</code> also names what is wrong in <code>fieldErrors</code>.
            Lists take <code>offset</code> (from 0) and <code>limit</code> (1 to 100).
          </p>
        </div>
      </Container>
      {nouns.map(({ noun, endpoints }) => (
        <section
          key={noun}
          className="mx-auto grid w-full max-w-wrap gap-[0.9rem] px-page py-6 [:where(&_code)]:text-[0.9375em]"
          aria-labelledby={noun}
        >
          <h2 id={noun}>{noun}</h2>
          {endpoints.map((endpoint) => (
            <EndpointCard key={endpoint.method + endpoint.path} endpoint={endpoint} />
          ))}
        </section>
      ))}
    </Main>
  )
}
