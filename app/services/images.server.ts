import { IMAGE_LIMIT_BYTES, type ImageProblem, imageKind } from '#app/game/image.ts'
import type { Outcome } from '#app/game/problems.ts'
import { insertImage, type StoredImage } from '#db/images.server.ts'
import type { Db } from '#db/schema.server.ts'

const MOST_PIXELS = 25_000_000
/** A page shows no picture wider, and none so long that WebP could not hold it (D31). */
const MOST_WIDTH = 1600
const MOST_HEIGHT = 4800
/** One at a time: a picture of 25 million pixels is 100 MB while it is decoded. */
const MOST_WAITING = 10
let waiting = 0
let latest: Promise<unknown> = Promise.resolve()

interface Upload {
  bytes: Uint8Array
  uploadedBy: number
  /** Epoch ms. */
  now: number
  /** At least 128 random bits of letters, digits, '-' and '_'. */
  newName: () => string
}

/**
 * Checks a picture by its content, draws it anew as WebP without metadata, and stores it (D31). Refuses what is
 * no JPEG, PNG or WebP, is broken, weighs over 5 MB or has over 25 million pixels, and an eleventh at once.
 */
export async function storeImage(
  db: Db,
  upload: Upload,
): Promise<Outcome<{ imageUrl: string }, ImageProblem>> {
  const { bytes, uploadedBy, now, newName } = upload
  if (bytes.length === 0) return { ok: false, problem: 'IMAGE_MISSING' }
  if (bytes.length > IMAGE_LIMIT_BYTES) return { ok: false, problem: 'IMAGE_TOO_LARGE' }
  if (imageKind(bytes) === null) return { ok: false, problem: 'IMAGE_UNKNOWN_KIND' }
  if (waiting >= MOST_WAITING) return { ok: false, problem: 'IMAGES_TOO_MANY_AT_ONCE' }
  const drawn = await inTurn(() => redraw(bytes))
  if (!drawn.ok) return drawn
  const image: StoredImage = { ...drawn.value, name: `${newName()}.webp` }
  await insertImage(db, { image, uploadedBy, now })
  return { ok: true, value: { imageUrl: `/images/${image.name}` } }
}

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  waiting += 1
  const own = latest.then(work).finally(() => {
    waiting -= 1
  })
  latest = own.catch(() => undefined)
  return own
}

async function redraw(bytes: Uint8Array): Promise<Outcome<Omit<StoredImage, 'name'>, ImageProblem>> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  try {
    const { width, height } = await source.metadata()
    if (width * height > MOST_PIXELS) return { ok: false, problem: 'IMAGE_TOO_MANY_PIXELS' }
    const { data, info } = await source
      .autoOrient()
      .resize({ width: MOST_WIDTH, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, value: { bytes: data, width: info.width, height: info.height } }
  } catch (error) {
    const isHuge = error instanceof Error && error.message.includes('pixel limit')
    return { ok: false, problem: isHuge ? 'IMAGE_TOO_MANY_PIXELS' : 'IMAGE_BROKEN' }
  }
}
