import type { LoaderFunctionArgs } from '@remix-run/node'
import { handleApiRequest } from '#app/http/json.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'

/** Unknown API paths: 404 in the error envelope, for every method. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, () => throwErrorResponse('NOT_FOUND', 404))
}

export { loader as action }
