import { randomBytes } from 'node:crypto'
import { writeEndpoint } from '#app/auth/api-endpoints.server.ts'
import { readUploadForm } from '#app/http/forms/upload.server.ts'
import { json, throwApiError, throwFieldErrors } from '#app/http/json.server.ts'
import { storeImage } from '#app/services/news/images.server.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { db, systemNow } from '#db/connection.server.ts'

const newName = () => randomBytes(16).toString('base64url')

/** POST: stores one image of an article, sent as multipart in the field 'file' (D31). */
export const action = writeEndpoint('admin', 'upload', async ({ request, managerId }) => {
  if (!isMultipart(request)) return throwApiError('UNSUPPORTED_MEDIA_TYPE')

  const [file, ...more] = (await readUploadForm(request)).files('file')
  if (!file) return throwFieldErrors({ file: getArticleErrorMessage('IMAGE_MISSING') })
  if (more.length > 0) return throwFieldErrors({ file: getArticleErrorMessage('IMAGES_SEVERAL') })

  const bytes = new Uint8Array(await file.arrayBuffer())
  const stored = await storeImage(db, { bytes, uploadedBy: managerId, now: systemNow(), newName })
  if (stored.ok) return json(stored.value)

  const text = getArticleErrorMessage(stored.problem)
  if (stored.problem === 'IMAGE_TOO_LARGE') return throwApiError('PAYLOAD_TOO_LARGE', text)
  if (stored.problem === 'IMAGES_TOO_MANY_AT_ONCE') return throwApiError('SERVICE_UNAVAILABLE', text)
  return throwFieldErrors({ file: text })
})

function isMultipart(request: Request): boolean {
  return (request.headers.get('Content-Type') ?? '').toLowerCase().startsWith('multipart/form-data')
}
