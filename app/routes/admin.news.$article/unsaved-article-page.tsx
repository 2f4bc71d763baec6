import { newsDeskHref } from '#app/game/article/article-desk.ts'
import { Card, CardFooter } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { saveBarLook } from '#app/ui/forms/save-bar.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { BackLink } from '#app/ui/navigation/back-link.tsx'
import { ArticleButtons, ArticleForm, getEditorTitle } from './article-form.tsx'
import type { UnsavedArticle } from './view.ts'

/** The form with the unsaved article, on a page of its own: without a session there is no list behind it (D16). */
export function UnsavedArticlePage({ unsaved: { errorType, view } }: { unsaved: UnsavedArticle }) {
  return (
    <Main>
      <Container>
        <PlainHeader>
          <BackLink href={newsDeskHref(view.page)}>News Management</BackLink>
          <h1>{getEditorTitle(view)}</h1>
        </PlainHeader>
      </Container>
      <Toasts errors={view.refused ? [view.refused] : []} />
      <Container className="grid gap-gap">
        {errorType === 'SESSION_ENDED' && <SignInAside />}
        <Card label="Article">
          <div className="p-gap">
            <ArticleForm view={view} />
          </div>
          <CardFooter className={saveBarLook}>
            <ArticleButtons view={view} isAgain />
          </CardFooter>
        </Card>
      </Container>
    </Main>
  )
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
