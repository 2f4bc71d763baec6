import { publicEndpoint } from '#app/auth/api-endpoints.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'

/** Unknown API paths: 404 in the error envelope, for every method. */
export const loader = publicEndpoint(async () => throwErrorResponse('NOT_FOUND'))

export { loader as action }
