import { useRouteError } from '@remix-run/react'
import { AdminBoundary } from '#app/ui/errors/admin-boundary.tsx'
import { ErrorCard } from '#app/ui/errors/error-card.tsx'
import { readRouteError } from '#app/ui/errors/route-error.ts'
import { Main } from '#app/ui/layout/main.tsx'
import type { UnsavedArticle } from './unsaved-article.ts'
import { UnsavedArticlePage } from './unsaved-article-page.tsx'

/** Instead of the editor: the same form filled in when what was typed would be lost (D16), else what was thrown. */
export function EditorBoundary({ kept }: { kept: UnsavedArticle | null }) {
  const { errorType } = readRouteError(useRouteError())
  if (kept) return <UnsavedArticlePage kept={kept} />
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
