import { useRouteError } from '@remix-run/react'
import { AdminBoundary } from '#app/ui/errors/admin-boundary.tsx'
import { ErrorCard } from '#app/ui/errors/error-card.tsx'
import { readRouteError } from '#app/ui/errors/route-error.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { UnsavedArticle } from './unsaved-article.ts'
import { UnsavedArticlePage } from './unsaved-article-page.tsx'

/** The error boundary: an unsaved article in the same form (D16), otherwise an error card. */
export function EditorBoundary({ unsaved }: { unsaved: UnsavedArticle | null }) {
  const { errorType } = readRouteError(useRouteError())
  if (unsaved) return <UnsavedArticlePage unsaved={unsaved} />
  if (errorType !== 'ARTICLE_MISSING') {
    return <AdminBoundary failure={{ title: 'Failed to load article', href: '/admin/news' }} />
  }
  return (
    <Main className="center">
      <ErrorCard
        level={1}
        title="Article Not Found"
        text="The article you're looking for doesn't exist or has been removed."
        button={{ href: '/admin/news', label: 'Back to News Management' }}
      />
    </Main>
  )
}
