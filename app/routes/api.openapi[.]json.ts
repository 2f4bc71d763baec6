import type { LoaderFunctionArgs } from '@remix-run/node'
import { describeApi } from '#app/api/openapi.ts'
import { config } from '#app/config.server.ts'
import { answerJson, json } from '#app/http/json.server.ts'

/** GET: the contract as an OpenAPI 3.1 document. */
export async function loader({ request }: LoaderFunctionArgs) {
  return answerJson(request, async () => json(describeApi(config.origin)))
}
