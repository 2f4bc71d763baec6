import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepHeaders } from '#app/auth/headers.ts'
import { askAgain, go } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { readQuery } from '#app/http/query.server.ts'
import { unsubscribe } from '#app/services/mail-addresses.server.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { db } from '#db/connection.server.ts'
import { UnsubscribePage } from './page.tsx'
import { readState, statusOfState } from './state.server.ts'
import type { UnsubscribeView } from './view.ts'

const kind = z.enum(['season', 'reminder', 'results'])
const token = z.string().max(300)
const linkQuery = z.object({ token: token.default(''), done: kind.optional().catch(undefined) })
/** A mail program sends 'List-Unsubscribe' to the link itself (RFC 8058), the page its token. */
const endForm = z.object({ token: token.optional(), 'List-Unsubscribe': z.string().optional() })

/** Shows one button and changes nothing: programs follow links, too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { token, done } = readLink(request)

  const found = done ? { state: 'done' as const, kind: done } : await readState(db, token, Date.now())

  const view: UnsubscribeView = {
    state: found.state,
    kind: found.kind,
    token: found.state === 'asked' ? token : '',
  }
  return data(view, { status: statusOfState[view.state], headers: { 'Cache-Control': 'private, no-store' } })
}

/**
 * Ends one kind of mail for the address that the token names, whoever is signed in. A mail program gets its 200 also
 * when there is nothing to end any more, and is not sent elsewhere.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, endForm)
  const sent = form.ok ? form.value : {}
  const isOneClick = sent['List-Unsubscribe'] !== undefined
  const token = sent.token ?? readLink(request).token

  const { state, kind, addressId } = await readState(db, token, Date.now())
  if (kind === null) return show({ state, kind, token: '' })

  // What was ended before is ended: nothing is written, however often a link is pressed.
  const ended = state === 'asked' ? await attempt(unsubscribe(db, { addressId, kind })) : true
  if (ended === null) return show({ state: 'not-saved', kind, token })
  return isOneClick ? show({ state: 'done', kind, token: '' }) : go(`/notifications/unsubscribe?done=${kind}`)
}

function readLink(request: Request) {
  const query = readQuery(request, linkQuery)
  return query.ok ? query.value : { token: '', done: undefined }
}

function show(view: UnsubscribeView) {
  return askAgain(view, statusOfState[view.state])
}

export const headers = keepHeaders

export const links = gameLinks

export const meta: MetaFunction = () => [
  { title: 'Unsubscribe – Douze' },
  { name: 'robots', content: 'noindex' },
]

export default function UnsubscribeRoute() {
  const asked = useLoaderData<typeof loader>()
  return <UnsubscribePage view={useActionData<typeof action>() ?? asked} />
}
