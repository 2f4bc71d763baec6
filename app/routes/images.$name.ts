import type { LoaderFunctionArgs } from '@remix-run/node'
import { isImageUrl } from '#app/game/article/article.ts'
import { respond } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { findImage } from '#db/news/images.server.ts'

/** An uploaded image (D31). Its name is random and its bytes never change, so browsers may cache it. */
export async function loader({ params }: LoaderFunctionArgs) {
  const name = params.name ?? ''
  const bytes = isImageUrl(`/images/${name}`) ? await findImage(db, name) : undefined
  if (!bytes) return respond('There is no such picture.', { status: 404, headers: plainTextHeaders })

  return respond(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'image/webp',
      'Cache-Control': 'public, max-age=31536000, immutable',
      ...errorHeaders,
    },
  })
}

/** Opened as a document, an upload must not run or load anything. */
const errorHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
}
const plainTextHeaders = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  ...errorHeaders,
}
