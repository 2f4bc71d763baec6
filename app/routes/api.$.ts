import type { LoaderFunctionArgs } from '@remix-run/node'
import { handleApiRequest } from '#app/http/json.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'

/** What looked like a call at the front, and is none here: 404 in the envelope, whatever the method. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, () => throwErrorResponse('NOT_FOUND', 404))
}

export { loader as action }
