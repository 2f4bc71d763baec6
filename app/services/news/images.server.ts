import { detectImageKind, IMAGE_LIMIT_BYTES, type ImageProblem } from '#app/game/article/image.ts'
import type { Outcome } from '#app/game/problems.ts'
import { insertImage, type StoredImage } from '#db/news/images.server.ts'
import type { Db } from '#db/schema.server.ts'

const MAX_PIXELS = 25_000_000
/** The largest width on a page, and WebP's maximal height (D31). */
const MAX_WIDTH = 1600
const MAX_HEIGHT = 4800
/** Images are processed one at a time: 25 million pixels take 100 MB while decoded. */
const MAX_WAITING = 10
let waiting = 0
let lastJob: Promise<unknown> = Promise.resolve()

interface Upload {
  bytes: Uint8Array
  uploadedBy: number
  /** Epoch ms. */
  now: number
  /** At least 128 random bits as letters, digits, '-' and '_'. */
  newName: () => string
}

/**
 * Validates an image by its content, re-encodes it as WebP without metadata, and stores it (D31). Refuses other
 * formats than JPEG, PNG and WebP, broken images, more than 5 MB or 25 million pixels, and an eleventh concurrent
 * upload.
 */
export async function storeImage(
  db: Db,
  upload: Upload,
): Promise<Outcome<{ imageUrl: string }, ImageProblem>> {
  const { bytes, uploadedBy, now, newName } = upload
  if (bytes.length === 0) return { ok: false, problem: 'IMAGE_MISSING' }
  if (bytes.length > IMAGE_LIMIT_BYTES) return { ok: false, problem: 'IMAGE_TOO_LARGE' }
  if (detectImageKind(bytes) === null) return { ok: false, problem: 'IMAGE_UNKNOWN_KIND' }
  if (waiting >= MAX_WAITING) return { ok: false, problem: 'IMAGES_TOO_MANY_AT_ONCE' }
  const encoded = await runInSequence(() => reencodeImage(bytes))
  if (!encoded.ok) return encoded
  const image: StoredImage = { ...encoded.value, name: `${newName()}.webp` }
  await insertImage(db, { image, uploadedBy, now })
  return { ok: true, value: { imageUrl: `/images/${image.name}` } }
}

function runInSequence<Value>(work: () => Promise<Value>): Promise<Value> {
  waiting += 1
  const job = lastJob.then(work).finally(() => {
    waiting -= 1
  })
  lastJob = job.catch(() => undefined)
  return job
}

async function reencodeImage(bytes: Uint8Array): Promise<Outcome<Omit<StoredImage, 'name'>, ImageProblem>> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  try {
    const { width, height } = await source.metadata()
    if (width * height > MAX_PIXELS) return { ok: false, problem: 'IMAGE_TOO_MANY_PIXELS' }
    const { data, info } = await source
      .autoOrient()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, value: { bytes: data, width: info.width, height: info.height } }
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return { ok: false, problem: isHuge ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_BROKEN' }
  }
}
