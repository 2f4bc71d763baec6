import { data } from '@remix-run/node'
import { boundedText } from './forms/fields.server.ts'
import { invalid } from './responses.server.ts'

/** The token of a link: longer than any of ours is none. */
export const tokenField = boundedText(300)

/** What the link of a mail can stand for, and the HTTP status of its page. */
const statuses = {
  asked: 200,
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

/** The page of a link that was followed: it carries the token, so nobody keeps it. */
export function createLinkResponse<View extends LinkView>(view: View) {
  return data(view, { status: statuses[view.state], headers: { 'Cache-Control': 'private, no-store' } })
}

/** The page of a link whose button was pressed. */
export function createLinkActionResponse<View extends LinkView>(view: View) {
  return invalid(view, statuses[view.state])
}
