import { describeApi } from '#app/api/openapi.ts'
import { publicEndpoint } from '#app/auth/api-endpoints.server.ts'
import { config } from '#app/config.server.ts'
import { json } from '#app/http/json.server.ts'

/** GET: the contract as an OpenAPI 3.1 document. */
export const loader = publicEndpoint(async () => json(describeApi(config.origin)))
