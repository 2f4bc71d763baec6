import { data } from '@remix-run/node'
import { boundedText } from './forms/fields.server.ts'
import { invalid } from './responses.server.ts'
import { unstored } from './secret-page-headers.ts'

/** The token of a mail link; no valid token is longer. */
export const tokenField = boundedText(300)

/** HTTP status of the page by the state of a mail link. */
const statuses = {
  pending: 200,
  confirmed: 200,
  done: 200,
  unknown: 400,
  expired: 410,
  gone: 410,
  'not-saved': 503,
} as const

interface LinkView {
  state: keyof typeof statuses
  token: string
}

/** Response to an opened mail link. The page contains the token, so it is never cached. */
export function createLinkResponse<View extends LinkView>(view: View) {
  const headers = { 'Cache-Control': unstored }
  return data(withTokenOfButton(view), { status: statuses[view.state], headers })
}

/** Response to the button of a mail link's page. */
export function createLinkActionResponse<View extends LinkView>(view: View) {
  return invalid(withTokenOfButton(view), statuses[view.state])
}

/** Only a page with a button contains the token. */
function withTokenOfButton<View extends LinkView>(view: View): View {
  const hasButton = view.state === 'pending' || view.state === 'not-saved'
  return { ...view, token: hasButton ? view.token : '' }
}
