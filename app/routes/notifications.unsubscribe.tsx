import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { verifyMailLink } from '#app/auth/mail-links.server.ts'
import type { NotificationKind } from '#app/game/notification/notification.ts'
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
import { MessagePage } from '#app/ui/errors/message-page.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { brokenLinkMessage, MailLinkForm } from '#app/ui/forms/mail-link-form.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db, systemNow } from '#db/connection.server.ts'
import { findMailAddress } from '#db/mail/mail-addresses.server.ts'

const kind = z.enum(['season', 'reminder', 'results'])
const linkQuery = z.object({ token: tokenField.default(''), done: kind.optional().catch(undefined) })
/** A mail program sends 'List-Unsubscribe' to the link itself (RFC 8058), the page its token. */
const endForm = z.object({
  token: tokenField.optional(),
  'List-Unsubscribe': z.literal('One-Click').optional(),
})

/** The state of an unsubscribe link; 'pending' until the button is pressed. */
type UnsubscribeState = 'pending' | 'done' | 'gone' | 'unknown' | 'not-saved'

interface UnsubscribeView {
  state: UnsubscribeState
  /** The kind of mail to end; null for an invalid link. */
  kind: NotificationKind | null
  token: string
}

/** Renders one button and changes nothing: mail programs open links on their own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { token, done } = parseQuery(request)

  const { state, kind } = done ? { state: 'done' as const, kind: done } : await readLink(token)

  return createLinkResponse<UnsubscribeView>({ state, kind, token })
}

/**
 * Ends one kind of mail for the address in the token, with or without a session. A mail program's one-click request gets
 * 200 without a redirect, also when the mails had ended before.
 */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, endForm)
  const sent = form.ok ? form.value : {}
  const isOneClick = sent['List-Unsubscribe'] !== undefined
  const token = sent.token ?? (isOneClick ? parseQuery(request).token : '')

  const { state, kind, addressId } = await readLink(token)
  if (kind === null) return createLinkActionResponse({ state, kind, token })

  // A repeated request writes nothing.
  const ended = state === 'pending' ? await tryWrite(unsubscribe(db, { addressId, kind })) : true
  if (ended === null) return createLinkActionResponse({ state: 'not-saved', kind, token })
  return isOneClick
    ? createLinkActionResponse({ state: 'done', kind, token })
    : seeOther(`/notifications/unsubscribe?done=${kind}`)
}

function parseQuery(request: Request) {
  const query = readQuery(request, linkQuery)
  return query.ok ? query.value : { token: '', done: undefined }
}

interface UnsubscribeLink extends Omit<UnsubscribeView, 'token'> {
  addressId: number
}

/** The state of a link, for its own address. The session does not matter. */
async function readLink(token: string): Promise<UnsubscribeLink> {
  const link = verifyMailLink(token, systemNow())
  if (!link || link.purpose === 'confirm' || link.isExpired)
    return { state: 'unknown', kind: null, addressId: 0 }
  const { purpose: kind, addressId } = link
  const address = await findMailAddress(db, addressId)
  if (!address) return { state: 'gone', kind, addressId }
  return { state: address.choices[kind] ? 'pending' : 'done', kind, addressId }
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = noIndexMeta('Unsubscribe')

const mails: Record<NotificationKind, string> = {
  season: 'mails about new games',
  reminder: 'reminders before deadlines',
  results: 'mails about results',
}

export default function UnsubscribeRoute() {
  const opened = useLoaderData<typeof loader>()
  const { state, kind, token }: UnsubscribeView = useActionData<typeof action>() ?? opened
  const { title, text } = getMessages(kind ? mails[kind] : 'such mails')[state]
  const hasButton = state === 'pending' || state === 'not-saved'
  return (
    <MessagePage title={title} text={text}>
      {hasButton && (
        <MailLinkForm action="/notifications/unsubscribe" token={token}>
          Unsubscribe
        </MailLinkForm>
      )}
      <LinkButton variant="line" size={hasButton ? 'lg' : undefined} href="/game/notifications">
        All notifications
      </LinkButton>
    </MessagePage>
  )
}

/** The message of each state; `what` are the mails of the link. */
function getMessages(what: string): Record<UnsubscribeState, ToastMessage> {
  return {
    pending: { title: 'Unsubscribe', text: `One press, and no more ${what} go to your address.` },
    done: {
      title: 'You are unsubscribed',
      text: `No more ${what}. An address without any mails is forgotten.`,
    },
    gone: {
      title: 'Nothing to unsubscribe from',
      text: 'Its address has changed or was removed. Do mails still come? Use the link in the newest one.',
    },
    unknown: brokenLinkMessage,
    'not-saved': {
      title: 'Not unsubscribed yet',
      text: 'Nothing can be stored at the moment. Please press the button again in a minute.',
    },
  }
}
