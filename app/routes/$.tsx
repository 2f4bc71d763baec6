import type { MetaFunction } from '@remix-run/node'
import { throwErrorResponse } from '#app/http/answers.server.ts'
import { formatDocumentTitle } from '#app/ui/document-title.ts'
import { NotFound } from '#app/ui/not-found.tsx'

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
