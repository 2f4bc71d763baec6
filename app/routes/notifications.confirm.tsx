import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { verifyMailLink } from '#app/auth/mail-links.server.ts'
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
import { MessagePage } from '#app/ui/errors/message-page.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { brokenLinkMessage, MailLinkForm } from '#app/ui/forms/mail-link-form.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db, systemNow } from '#db/connection.server.ts'
import { findMailAddress } from '#db/mail/mail-addresses.server.ts'

const tokenForm = z.object({ token: tokenField.default('') })
const linkQuery = tokenForm.extend({ done: z.literal('1').optional().catch(undefined) })

/** The state of a confirmation link; 'pending' until the button is pressed. */
type ConfirmState = 'pending' | 'confirmed' | 'expired' | 'gone' | 'unknown' | 'not-saved'

interface ConfirmView {
  state: ConfirmState
  token: string
}

/** Renders one button and changes nothing: mail programs open links on their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = readQuery(request, linkQuery)
  const { token, done } = query.ok ? query.value : { token: '', done: undefined }

  const { state } = done ? { state: 'confirmed' as const } : await readLink(token)

  return createLinkResponse<ConfirmView>({ state, token })
}

/** Confirms the address in the token, with or without a session. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, tokenForm)
  const token = form.ok ? form.value.token : ''

  const { state, addressId } = await readLink(token)
  if (state !== 'pending' && state !== 'confirmed') return createLinkActionResponse({ state, token })

  const input = { addressId, now: systemNow() }
  const confirmed = state === 'confirmed' || (await tryWrite(confirmAddress(db, input)))

  if (confirmed) return seeOther('/notifications/confirm?done=1')
  return createLinkActionResponse({ state: confirmed === null ? 'not-saved' : 'gone', token })
}

/** The state of a link, for its own address. The session does not matter. */
async function readLink(token: string): Promise<{ state: ConfirmState; addressId: number }> {
  const link = verifyMailLink(token, systemNow())
  if (link?.purpose !== 'confirm') return { state: 'unknown', addressId: 0 }
  const { addressId, isExpired } = link
  const address = await findMailAddress(db, addressId)
  if (!address) return { state: 'gone', addressId }
  if (address.confirmedAt !== null) return { state: 'confirmed', addressId }
  return { state: isExpired ? 'expired' : 'pending', addressId }
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = noIndexMeta('Confirm Your Address')

const messages: Record<ConfirmState, ToastMessage & { linkLabel?: string }> = {
  pending: {
    title: 'Confirm your address',
    text: 'Press the button, and Douze may write to the address that this link was sent to. Not you? Close this page, and no more mails come.',
  },
  confirmed: {
    title: 'Address confirmed',
    text: 'Mails go there from now on. At first only when a new game begins: choose the rest.',
    linkLabel: 'Choose what we tell you',
  },
  expired: {
    title: 'This link has expired',
    text: 'Links work for 24 hours. Ask for a new one.',
    linkLabel: 'Ask for a new link',
  },
  gone: {
    title: 'This link does not work any more',
    text: 'Its address has changed or was removed. Asked again? Use the link in the newest mail.',
    linkLabel: 'To your notifications',
  },
  unknown: { ...brokenLinkMessage, linkLabel: 'To your notifications' },
  'not-saved': {
    title: 'Not confirmed yet',
    text: 'Nothing can be stored at the moment. Please press the button again in a minute.',
  },
}

export default function ConfirmRoute() {
  const opened = useLoaderData<typeof loader>()
  const { state, token }: ConfirmView = useActionData<typeof action>() ?? opened
  const { title, text, linkLabel } = messages[state]
  return (
    <MessagePage title={title} text={text}>
      {linkLabel === undefined ? (
        <MailLinkForm action="/notifications/confirm" token={token}>
          Confirm address
        </MailLinkForm>
      ) : (
        <LinkButton variant="spot" href="/game/notifications">
          {linkLabel}
        </LinkButton>
      )}
    </MessagePage>
  )
}
