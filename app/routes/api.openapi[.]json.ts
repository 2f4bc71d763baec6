import type { LoaderFunctionArgs } from '@remix-run/node'
import { describeApi } from '#app/api/openapi.ts'
import { config } from '#app/config.server.ts'
import { handleApiRequest, json } from '#app/http/json.server.ts'

/** GET: the contract as an OpenAPI 3.1 document. */
export async function loader({ request }: LoaderFunctionArgs) {
  return handleApiRequest(request, async () => json(describeApi(config.origin)))
}
