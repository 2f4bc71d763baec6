import type { MetaFunction } from '@remix-run/node'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { NotFound } from '#app/ui/errors/not-found.tsx'
import { formatDocumentTitle } from '#app/ui/meta/document-title.ts'

export function loader() {
  return throwErrorResponse('NOT_FOUND')
}

export { loader as action }

export const meta: MetaFunction = () => [{ title: formatDocumentTitle('Page Not Found') }]

export { NotFound as default, NotFound as ErrorBoundary }
