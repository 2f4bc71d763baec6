import type { MetaFunction } from '@remix-run/node'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { NotFound } from '#app/ui/errors/not-found.tsx'
import { formatDocumentTitle } from '#app/ui/meta/document-title.ts'

export function loader() {
  return throwErrorResponse('NOT_FOUND', 404)
}

export function action() {
  return throwErrorResponse('NOT_FOUND', 404)
}

export const meta: MetaFunction = () => [{ title: formatDocumentTitle('Page Not Found') }]

export default NotFound

export function ErrorBoundary() {
  return <NotFound />
}
