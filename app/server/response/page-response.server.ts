import type { AppLoadContext } from '@remix-run/node'

/** The texts of pages whose Response has no body. */
const pages = new WeakMap<Response, string>()

/**
 * The response of a page. As the body of a Response its text would be checked, encoded and streamed, a twentieth of a page's time:
 * for a context that says that `readBytes` reads the response, the text is kept beside it. Any other reader (remix-serve, and the
 * cache, whose pages are rendered without a context) finds it in the body.
 */
export function createPageResponse(
  page: string,
  init: ResponseInit,
  { readsBytes }: AppLoadContext,
): Response {
  if (!readsBytes) return new Response(page, init)
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The whole body of a response, whose stream it uses up. */
export async function readBytes(response: Response): Promise<Buffer> {
  const page = pages.get(response)
  return page === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(page)
}
