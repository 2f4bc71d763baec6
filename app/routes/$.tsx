import type { MetaFunction } from '@remix-run/node'
import { problem } from '#app/http/answers.server.ts'
import { titleOf } from '#app/ui/document-title.ts'
import { NotFound } from '#app/ui/not-found.tsx'

export function loader() {
  return problem('NOT_FOUND', 404)
}

export function action() {
  return problem('NOT_FOUND', 404)
}

export const meta: MetaFunction = () => [{ title: titleOf('Page Not Found') }]

export default NotFound

export function ErrorBoundary() {
  return <NotFound />
}
