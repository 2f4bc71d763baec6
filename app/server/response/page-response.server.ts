import type { AppLoadContext } from '@remix-run/node'

/** The pages of responses whose body is empty. */
const pages = new WeakMap<Response, string>()

/**
 * The response of a page. As the body of a Response its text would be checked, encoded and streamed, which is a twentieth of a
 * page's time, so for the pipeline, which sends what `readBytes` returns, it is kept beside an empty body. Without the pipeline's
 * context (remix-serve, and a page that is rendered for the cache) it is the body.
 */
export function createPageResponse(
  page: string,
  init: ResponseInit,
  { requestId }: AppLoadContext,
): Response {
  if (requestId === undefined) return new Response(page, init)
  const response = new Response(null, init)
  pages.set(response, page)
  return response
}

/** The whole body of a response, whose stream it uses up. */
export async function readBytes(response: Response): Promise<Buffer> {
  const page = pages.get(response)
  return page === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(page)
}
