import { newsDeskHref } from '#app/game/article/article-desk.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { StickyBar } from '#app/ui/forms/sticky-bar.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { BackLink } from '#app/ui/navigation/back-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { ArticleButtons, ArticleFields, ArticleForm, getEditorTitle } from './article-form.tsx'
import type { UnsavedArticle } from './view.ts'

/** The form with the unsaved article, on a page of its own: without a session there is no list behind it (D16). */
export function UnsavedArticlePage({ unsaved: { errorType, view } }: { unsaved: UnsavedArticle }) {
  return (
    <ArticleForm view={view}>
      <Main className="pb-0">
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
              <ArticleFields view={view} />
            </div>
          </Card>
        </Container>
        <StickyBar>
          <div className="flex flex-wrap gap-3 max-md:w-full max-md:[&>*]:flex-1 max-md:[&_svg]:hidden">
            <ArticleButtons view={view} isAgain />
          </div>
        </StickyBar>
      </Main>
    </ArticleForm>
  )
}

function SignInAside() {
  const hasTabs = !useRootData()?.isInApp
  return (
    <Card pad label="Sign in again">
      <p>
        {hasTabs
          ? 'Sign in in the new tab, come back here and press “Save again”. An image that is not uploaded yet must be chosen again.'
          : 'Copy what you wrote before you sign in: this app cannot open a second tab.'}
      </p>
      <LinkButton
        variant="line"
        href="/auth/sign-in?redirectTo=%2Fadmin%2Fnews"
        target={hasTabs ? '_blank' : undefined}
        rel="noopener"
      >
        {hasTabs ? 'Sign in in a new tab' : 'Sign in here'}
      </LinkButton>
    </Card>
  )
}
