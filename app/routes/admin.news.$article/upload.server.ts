import { randomBytes } from 'node:crypto'
import type { ImageProblem } from '#app/game/article/image.ts'
import type { Outcome } from '#app/game/problems.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { storeImage } from '#app/services/news/images.server.ts'
import type { ArticleFormProblem } from '#app/ui/messages/article-messages.ts'
import { db } from '#db/connection.server.ts'

/** Stores the one chosen image; every attempt counts towards the rate limit of 20 an hour. */
export async function uploadImageFile(
  files: readonly File[],
  managerId: number,
): Promise<Outcome<{ imageUrl: string }, ArticleFormProblem>> {
  const [file] = files
  if (!file) return { ok: false, problem: 'IMAGE_MISSING' }
  if (files.length > 1) return { ok: false, problem: 'IMAGES_SEVERAL' }
  const now = Date.now()
  if (!rateLimits.upload.consume(String(managerId)).ok) return { ok: false, problem: 'UPLOADS_TOO_MANY' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const newName = () => randomBytes(16).toString('base64url')
  return storeImage(db, { bytes, uploadedBy: managerId, now, newName })
}

/** The HTTP status of a refused image. */
export function findImageStatus(problem: ArticleFormProblem): number {
  const statuses: Partial<Record<ArticleFormProblem, number>> = {
    UPLOADS_TOO_MANY: 429,
    IMAGES_TOO_MANY_AT_ONCE: 503,
  } satisfies Partial<Record<ImageProblem | 'UPLOADS_TOO_MANY', number>>
  return statuses[problem] ?? 422
}

/** Seconds until another upload may succeed; undefined where waiting does not help. */
export function findRetryAfterSeconds(problem: ArticleFormProblem, managerId: number): number | undefined {
  if (problem === 'IMAGES_TOO_MANY_AT_ONCE') return 5
  const limit = rateLimits.upload.peek(String(managerId))
  return problem === 'UPLOADS_TOO_MANY' && !limit.ok ? limit.retryAfterSeconds : undefined
}
