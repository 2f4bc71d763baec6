import { newsDeskHref } from '#app/game/article/article-desk.ts'
import { Card, CardFooter } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { BackLink } from '#app/ui/layout/page-header.tsx'
import { ArticleButtons, ArticleForm, titleOf } from './article-form.tsx'
import type { UnsavedArticle } from './unsaved-article.ts'
import { createEditorView, type EditorView } from './view.ts'

const title = 'Failed to save article'

/** The form with the unsaved article, on a page of its own: without a session there is no list behind it (D16). */
export function UnsavedArticlePage({ unsaved }: { unsaved: UnsavedArticle }) {
  const isSignedOut = unsaved.errorType === 'SESSION_ENDED'
  const view = isSignedOut ? toSignedOutView(unsaved) : toGoneView(unsaved)
  return (
    <Main>
      <div className="wrap">
        <div className="plain-head">
          <BackLink href={newsDeskHref(view.page)}>News Management</BackLink>
          <h1>{titleOf(view)}</h1>
        </div>
      </div>
      <Toasts errors={view.refused ? [view.refused] : []} />
      <div className="wrap grid">
        {isSignedOut && <SignInAside />}
        <Card label="Article">
          <div className="pad">
            <ArticleForm view={view} />
          </div>
          <CardFooter className="savebar">
            <ArticleButtons view={view} isAgain />
          </CardFooter>
        </Card>
      </div>
    </Main>
  )
}

function toSignedOutView({ errorType: _, ...unsaved }: UnsavedArticle): EditorView {
  const text = 'You are not signed in any more. Nothing is lost: sign in, come back here, and save again.'
  return { ...createEditorView(unsaved), refused: { title, text } }
}

function toGoneView({ errorType: _, ...unsaved }: UnsavedArticle): EditorView {
  const text = 'Somebody deleted this article meanwhile. Saving again stores it as a new one.'
  return { ...createEditorView({ ...unsaved, id: null, seenAt: null }), refused: { title, text } }
}

function SignInAside() {
  return (
    <Card pad label="Sign in again">
      <p>
        The sign-in page opens in a tab of its own. When you are back here, press “Save again”. An image that
        was not uploaded yet has to be chosen again.
      </p>
      <LinkButton
        variant="line"
        href="/auth/sign-in?redirectTo=%2Fadmin%2Fnews"
        target="_blank"
        rel="noopener"
      >
        Sign in in a new tab
      </LinkButton>
    </Card>
  )
}
