import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'

/** What the pipeline passes to loaders and actions. */
export type RequestContext = {
  requestId: string
  /** The key of client-address.server.ts. */
  clientAddress: string
  /** Whether the response is read by `readBytes` (page-response.server.ts) only. */
  readsBytes?: true
  /** Whether the request is a form that was accepted by its token. */
  isTextBrowser?: true
}

/** The id of an anchor at what has the focus, in a page for text browsers. */
export const focusAnchor = 'focus'

/** A request on its way through the pipeline, and its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  context: RequestContext
}

declare module '@remix-run/node' {
  /** Without these values on remix-serve, which passes an empty object. Each request has its own object on both. */
  interface AppLoadContext extends Partial<RequestContext> {}
}

/** The arguments of a loader or an action that guards need. */
export type HandlerArgs = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** Memoizes a lookup per request and key, so that all loaders of a request share it. The values live as long as its context. */
export function memoizePerRequest<Value>() {
  const valuesByContext = new WeakMap<AppLoadContext, Map<string, Value>>()
  return (context: AppLoadContext, key: string, find: () => Value): Value => {
    const values = valuesByContext.get(context) ?? new Map<string, Value>()
    valuesByContext.set(context, values)
    const cached = values.get(key)
    if (cached !== undefined) return cached
    const value = find()
    values.set(key, value)
    return value
  }
}
