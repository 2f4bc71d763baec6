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
import { confirmAddress } from '#app/services/mail/addresses.server.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { ConfirmPage } from './page.tsx'
import { findConfirmState } from './state.server.ts'
import type { ConfirmView } from './view.ts'

const tokenForm = z.object({ token: tokenField.default('') })
const linkQuery = tokenForm.extend({ done: z.literal('1').optional().catch(undefined) })

/** Renders one button and changes nothing: mail programs open links on their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = readQuery(request, linkQuery)
  const { token, done } = query.ok ? query.value : { token: '', done: undefined }

  const { state } = done ? { state: 'confirmed' as const } : await findConfirmState(db, token, Date.now())

  return createLinkResponse<ConfirmView>({ state, token: state === 'pending' ? token : '' })
}

/** Confirms the address in the token, with or without a session. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, tokenForm)
  const token = form.ok ? form.value.token : ''

  const { state, addressId } = await findConfirmState(db, token, Date.now())
  if (state !== 'pending' && state !== 'confirmed') return createLinkActionResponse({ state, token: '' })

  if (state === 'confirmed') return seeOther('/notifications/confirm?done=1')
  const confirmed = await tryWrite(confirmAddress(db, { addressId, now: Date.now() }))
  if (confirmed === null) return createLinkActionResponse({ state: 'not-saved', token })
  return confirmed
    ? seeOther('/notifications/confirm?done=1')
    : createLinkActionResponse({ state: 'gone', token: '' })
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta: MetaFunction = () => [
  { title: 'Confirm Your Address – Douze' },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmRoute() {
  const view = useLoaderData<typeof loader>()
  return <ConfirmPage view={useActionData<typeof action>() ?? view} />
}
