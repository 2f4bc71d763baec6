import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  createLinkActionResponse,
  createLinkResponse,
  tokenField,
} from '#app/http/mail-link-responses.server.ts'
import { seeOther } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { unsubscribe } from '#app/services/mail/addresses.server.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { UnsubscribePage } from './page.tsx'
import { findUnsubscribeState } from './state.server.ts'
import type { UnsubscribeView } from './view.ts'

const kind = z.enum(['season', 'reminder', 'results'])
const linkQuery = z.object({ token: tokenField.default(''), done: kind.optional().catch(undefined) })
/** A mail program sends 'List-Unsubscribe' to the link itself (RFC 8058), the page its token. */
const endForm = z.object({
  token: tokenField.optional(),
  'List-Unsubscribe': z.literal('One-Click').optional(),
})

/** Renders one button and changes nothing: mail programs open links on their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { token, done } = readLink(request)

  const { state, kind } = done
    ? { state: 'done' as const, kind: done }
    : await findUnsubscribeState(db, token, Date.now())

  return createLinkResponse<UnsubscribeView>({ state, kind, token: state === 'pending' ? token : '' })
}

/**
 * Ends one kind of mail for the address in the token, with or without a session. A mail program's one-click request gets
 * 200 without a redirect, also when the mails had ended before.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, endForm)
  const sent = form.ok ? form.value : {}
  const isOneClick = sent['List-Unsubscribe'] !== undefined
  const token = sent.token ?? (isOneClick ? readLink(request).token : '')

  const { state, kind, addressId } = await findUnsubscribeState(db, token, Date.now())
  if (kind === null) return createLinkActionResponse({ state, kind, token: '' })

  // A repeated request writes nothing.
  const ended = state === 'pending' ? await tryWrite(unsubscribe(db, { addressId, kind })) : true
  if (ended === null) return createLinkActionResponse({ state: 'not-saved', kind, token })
  return isOneClick
    ? createLinkActionResponse({ state: 'done', kind, token: '' })
    : seeOther(`/notifications/unsubscribe?done=${kind}`)
}

function readLink(request: Request) {
  const query = readQuery(request, linkQuery)
  return query.ok ? query.value : { token: '', done: undefined }
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta: MetaFunction = () => [
  { title: 'Unsubscribe – Douze' },
  { name: 'robots', content: 'noindex' },
]

export default function UnsubscribeRoute() {
  const view = useLoaderData<typeof loader>()
  return <UnsubscribePage view={useActionData<typeof action>() ?? view} />
}
