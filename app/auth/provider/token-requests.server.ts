import { OAuth2Tokens } from 'arctic'
import {
  OAuth2RequestError,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from 'remix-auth-oauth2'
import { z } from 'zod'
import { config } from '#app/config.server.ts'
import type { Provider } from './discovery.server.ts'

/** Tokens, keys and the provider's metadata are a few kB. */
const maxBytes = 256 * 1024

/** Like fetch; reading more than 256 kB of a response fails and closes its connection. The caller sets a timeout. */
export async function fetchBounded(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  let left = maxBytes
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error('the response is too large'))
      else controller.enqueue(chunk)
    },
  })
  return response.body ? new Response(response.body.pipeThrough(limit), response) : response
}

/** The JSON at an address of the provider. Throws when it is not there within `timeoutMs`. */
export async function fetchJson(
  url: string,
  { headers, timeoutMs }: { headers?: Record<string, string>; timeoutMs: number },
): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetchBounded(url, { headers: { Accept: 'application/json', ...headers }, signal })
  if (response.ok) return response.json()
  await response.body?.cancel()
  throw new Error(`${url} answered ${response.status}`)
}

/** The error response of a token endpoint (RFC 6749, 5.2). */
const tokenErrorResponse = z.object({
  error: z.string(),
  error_description: z.string().nullable().default(null),
  error_uri: z.string().nullable().default(null),
  state: z.string().nullable().default(null),
})

/**
 * Requests tokens within `timeoutMs`, with the client's id and secret as the provider takes them (RFC 6749, 2.3.1). Throws
 * OAuth2RequestError when the provider refuses, and other errors when it is unreachable or its response is invalid.
 */
export async function requestTokens(
  { tokenUrl, takesSecretInBody }: Provider,
  fields: Record<string, string>,
  timeoutMs: number,
): Promise<OAuth2Tokens> {
  const { clientId, clientSecret } = config.provider
  const inBody = takesSecretInBody && { client_id: clientId, client_secret: clientSecret }
  const response = await fetchBounded(tokenUrl, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      ...(!takesSecretInBody && { Authorization: encodeBasic(clientId, clientSecret) }),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...fields, ...inBody }).toString(),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (![200, 400, 401].includes(response.status)) {
    await response.body?.cancel()
    throw new UnexpectedResponseError(response.status)
  }
  const body = await readObject(response)
  if (response.status === 200) return new OAuth2Tokens(body)
  const { data } = tokenErrorResponse.safeParse(body)
  if (!data) throw new UnexpectedErrorResponseBodyError(response.status, body)
  const refusal = new OAuth2RequestError(data.error, data.error_description, data.error_uri, data.state)
  throw Object.assign(refusal, { status: response.status })
}

/** Form-encoded first, but for what may stand as it is: some providers do not decode, and their secrets have '-', '_' and '~'. */
function encodeBasic(clientId: string, clientSecret: string): string {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

async function readObject(response: Response): Promise<object> {
  const body: unknown = await response.json().catch(() => {
    throw new UnexpectedResponseError(response.status)
  })
  if (typeof body === 'object' && body !== null) return body
  throw new UnexpectedErrorResponseBodyError(response.status, body)
}
