import { data } from '@remix-run/node'
import { boundedText } from './forms/fields.server.ts'
import { invalid } from './responses.server.ts'

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
}

/** Response to an opened mail link. The page contains the token, so it is never cached. */
export function createLinkResponse<View extends LinkView>(view: View) {
  return data(view, { status: statuses[view.state], headers: { 'Cache-Control': 'private, no-store' } })
}

/** Response to the button of a mail link's page. */
export function createLinkActionResponse<View extends LinkView>(view: View) {
  return invalid(view, statuses[view.state])
}
