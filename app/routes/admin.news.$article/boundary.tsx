import { useRouteError } from '@remix-run/react'
import { AdminBoundary } from '#app/ui/admin-boundary.tsx'
import { ErrorCard } from '#app/ui/error-card.tsx'
import { Main } from '#app/ui/main.tsx'
import { readRouteError } from '#app/ui/route-error.ts'
import type { KeptArticle } from './kept.ts'
import { EditorPage } from './page.tsx'
import { openEditor } from './view.ts'

/** Instead of the editor: the same form filled in when what was typed would be lost (D16), else what was thrown. */
export function EditorBoundary({ kept }: { kept: KeptArticle | null }) {
  const { errorType } = readRouteError(useRouteError())
  if (kept) return <KeptForm kept={kept} />
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

function KeptForm({ kept: { errorType, ...kept } }: { kept: KeptArticle }) {
  const title = 'Failed to save article'
  if (errorType === 'SESSION_ENDED') {
    const text = 'You are not signed in any more. Nothing is lost: sign in, come back here, and save again.'
    return <EditorPage view={{ ...openEditor(kept), refused: { title, text } }} isSignedOut />
  }
  const text = 'Somebody deleted this article meanwhile. Saving again stores it as a new one.'
  return (
    <EditorPage
      view={{ ...openEditor({ ...kept, id: null, seenAt: null }), refused: { title, text } }}
      isAgain
    />
  )
}
