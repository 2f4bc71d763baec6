import type { LoaderFunctionArgs } from '@remix-run/node'
import { config } from '#app/config.server.ts'
import { limitId } from '#app/game/limit-id.ts'
import { respondWithError } from '#app/http/errors/error-response.server.ts'
import { respond } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { findDemoMail } from '#db/demo/demo.server.ts'

/**
 * Headers of a mail's HTML: a sandboxed document without scripts or subresources, isolated from this site. Its links
 * work.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** The HTML of one mail of the demo. */
export async function loader({ params }: LoaderFunctionArgs) {
  const mail =
    config.isDemo && (await findDemoMail(db, limitId(Number(/^\d{1,15}$/.exec(params.id ?? '')?.[0] ?? 0))))
  if (!mail) return respondWithError('/demo/mail', { errorType: 'NOT_FOUND' })

  return respond(mail.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    },
  })
}
