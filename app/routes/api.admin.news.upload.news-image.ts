import { randomBytes } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { requireAdminCaller } from '#app/auth/bearer.server.ts'
import type { ImageProblem } from '#app/game/article/image.ts'
import { readUploadForm } from '#app/http/forms/upload.server.ts'
import { handleApiRequest, json, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { storeImage } from '#app/services/news/images.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { db } from '#db/connection.server.ts'

const newName = () => randomBytes(16).toString('base64url')

/** POST: stores one image of an article, sent as multipart in the field 'file' (D31). */
export async function action({ request }: ActionFunctionArgs) {
  return handleApiRequest(request, async () => {
    const { managerId } = await requireAdminCaller(request)
    throwIfRateLimited(rateLimits.upload.consume(String(managerId)))
    if (!isMultipart(request)) return throwApiError('UNSUPPORTED_MEDIA_TYPE')

    const [file, ...more] = (await readUploadForm(request)).files('file')
    if (!file) return throwFieldErrors({ file: getArticleErrorMessage('IMAGE_MISSING') })
    if (more.length > 0) return throwFieldErrors({ file: getArticleErrorMessage('IMAGES_SEVERAL') })

    const bytes = new Uint8Array(await file.arrayBuffer())
    const stored = await storeImage(db, { bytes, uploadedBy: managerId, now: Date.now(), newName })

    return stored.ok ? json(stored.value) : refuseImage(stored.problem)
  })
}

function isMultipart(request: Request): boolean {
  return (request.headers.get('Content-Type') ?? '').toLowerCase().startsWith('multipart/form-data')
}

function refuseImage(problem: ImageProblem): never {
  if (problem === 'IMAGE_TOO_LARGE')
    return throwApiError('PAYLOAD_TOO_LARGE', getArticleErrorMessage(problem))
  if (problem === 'IMAGES_TOO_MANY_AT_ONCE')
    return throwApiError('SERVICE_UNAVAILABLE', getArticleErrorMessage(problem))
  return throwFieldErrors({ file: getArticleErrorMessage(problem) })
}
