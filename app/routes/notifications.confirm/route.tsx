import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepHeaders } from '#app/auth/headers.ts'
import { go } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { showLink, showPressed, tokenField } from '#app/http/mail-links.server.ts'
import { readQuery } from '#app/http/query.server.ts'
import { confirmAddress } from '#app/services/mail-addresses.server.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { db } from '#db/connection.server.ts'
import { ConfirmPage } from './page.tsx'
import { readState } from './state.server.ts'
import type { ConfirmView } from './view.ts'

const tokenForm = z.object({ token: tokenField.default('') })
const linkQuery = tokenForm.extend({ done: z.literal('1').optional().catch(undefined) })

/** Shows one button and changes nothing: programs follow links, too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = readQuery(request, linkQuery)
  const { token, done } = query.ok ? query.value : { token: '', done: undefined }

  const { state } = done ? { state: 'confirmed' as const } : await readState(db, token, Date.now())

  return showLink<ConfirmView>({ state, token: state === 'asked' ? token : '' })
}

/** Confirms the address that the token names, whoever is signed in. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, tokenForm)
  const token = form.ok ? form.value.token : ''

  const { state, addressId } = await readState(db, token, Date.now())
  if (state !== 'asked' && state !== 'confirmed') return showPressed({ state, token: '' })

  if (state === 'confirmed') return go('/notifications/confirm?done=1')
  const confirmed = await attempt(confirmAddress(db, { addressId, now: Date.now() }))
  if (confirmed === null) return showPressed({ state: 'not-saved', token })
  return confirmed ? go('/notifications/confirm?done=1') : showPressed({ state: 'gone', token: '' })
}

export const headers = keepHeaders

export const links = gameLinks

export const meta: MetaFunction = () => [
  { title: 'Confirm Your Address – Douze' },
  { name: 'robots', content: 'noindex' },
]

export default function ConfirmRoute() {
  const asked = useLoaderData<typeof loader>()
  return <ConfirmPage view={useActionData<typeof action>() ?? asked} />
}
