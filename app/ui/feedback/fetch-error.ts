import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react'
import { useState } from 'react'

/** Why a request by script got no usable response, in the terms of spec 8; SENT: the server took the form, but the page after it did not arrive. */
export type FetchErrorCode = 'NO_RESPONSE' | 'SERVER_ERROR' | 'REQUEST_ERROR' | 'SENT'

export interface FetchError {
  fetchError: FetchErrorCode
}

const texts: Record<FetchErrorCode, string> = {
  NO_RESPONSE: 'No response received from the server',
  SERVER_ERROR: 'Server responded with an error',
  REQUEST_ERROR: 'Error in setting up the request',
  SENT: 'Sent, but the new page did not arrive. Reload to see what is saved',
}

export function getFetchErrorText(code: FetchErrorCode): string {
  return texts[code]
}

/**
 * Calls a server loader or action by script. A failed request returns a FetchError, so that the page and its draft stay
 * (D17); redirects and the app's own error responses are thrown on. `unanswered`: the code of a failure, where the caller knows it.
 */
export async function callServer<Data>(
  call: () => Promise<Data>,
  unanswered?: FetchErrorCode,
): Promise<NonNullable<Data> | FetchError> {
  try {
    // No route returns nothing, but a proxy may (a 204).
    return (await call()) ?? { fetchError: 'SERVER_ERROR' }
  } catch (error) {
    if (error instanceof Response || isAppError(error)) throw error
    return { fetchError: unanswered ?? toFetchErrorCode(error) }
  }
}

/** Whether the server has just answered a form with the address of a page, which has not come yet. */
let hasSent = false

/** The `clientLoader` of a page: a failed load becomes a toast, and the shown page stays (D17). */
export function createClientLoader<Loader>() {
  return ({ serverLoader }: ClientLoaderFunctionArgs) =>
    // The loaders of a page begin together: each has read it before one ends.
    callServer(() => serverLoader<Loader>(), hasSent ? 'SENT' : undefined).finally(() => {
      hasSent = false
    })
}

/** Calls a server action by script, as `callServer` does. */
export function callAction<Data>(call: () => Promise<Data>): Promise<NonNullable<Data> | FetchError> {
  hasSent = false
  return callServer(call).catch((error) => {
    hasSent = error instanceof Response
    throw error
  })
}

/** The `clientAction` of a page: a missing or broken response becomes a toast, and the draft stays (D17). */
export function createClientAction<Action>() {
  return ({ serverAction }: ClientActionFunctionArgs) => callAction(() => serverAction<Action>())
}

/**
 * The `shouldRevalidate` of a page: after a request that failed, nothing is loaded again. After a refusal because the form
 * is older than what is stored, all is: otherwise every retry would be refused.
 */
export function revalidateUnlessFailed({
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionResult?.isOutdated || (!isFetchError(actionResult) && defaultShouldRevalidate)
}

/** The app's own error responses carry an error type; anything else came from a proxy or a bug. */
function isAppError(error: unknown): boolean {
  if (!isRouteErrorResponse(error)) return false
  return typeof error.data === 'object' && error.data !== null && 'errorType' in error.data
}

/** `fetch` throws a TypeError when there is no response; anything else is a response that could not be read. */
function toFetchErrorCode(error: unknown): FetchErrorCode {
  if (error instanceof TypeError) return 'NO_RESPONSE'
  return error instanceof DOMException ? 'REQUEST_ERROR' : 'SERVER_ERROR'
}

/** Whether the request failed. It is not repeated automatically: see `shouldRevalidate` in app/root.tsx. */
export function isFetchError(data: unknown): data is FetchError {
  return typeof data === 'object' && data !== null && 'fetchError' in data
}

/**
 * The newest data of a page's loader, or the data before when the newest request failed (D17). Without data before, the
 * error card replaces the page, as after any first load that failed (spec 8).
 */
export function useLastGoodData<View>(data: View | FetchError): {
  view: View
  fetchError: FetchErrorCode | null
} {
  const [last, setLast] = useState(data)
  if (!isFetchError(data)) {
    if (data !== last) setLast(data)
    return { view: data, fetchError: null }
  }
  if (isFetchError(last)) throw new Error(getFetchErrorText(data.fetchError))
  return { view: last, fetchError: data.fetchError }
}
