import { throwErrorResponse } from './responses.server.ts'

/** The maximum size of each kind of body in bytes (docs/security.md); `anonymous`: without valid credentials. */
export const bodyLimits = {
  anonymous: 16 * 1024,
  form: 256 * 1024,
  json: 100 * 1024,
  picture: 8 * 1024 * 1024,
} as const

/**
 * Reads a body of at most `maxBytes`. Ends the request with 413 for a longer one, of which nothing is kept; it is read to its
 * end, so that its sender sees the response.
 */
export async function readBody({ body }: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.byteLength
    if (length <= maxBytes) chunks.push(read.value)
    else chunks.length = 0
  }
  return length <= maxBytes ? Buffer.concat(chunks) : throwErrorResponse('PAYLOAD_TOO_LARGE')
}
