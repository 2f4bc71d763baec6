import type { MetaFunction } from '@remix-run/node'
import { problem } from '#app/http/answers.server.ts'
import { NotFound } from '#app/ui/not-found.tsx'
import { titleOf } from '#app/ui/page-meta.ts'

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
