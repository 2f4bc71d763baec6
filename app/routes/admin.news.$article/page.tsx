import { BackLink } from '#app/ui/band.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/card.tsx'
import { Main } from '#app/ui/main.tsx'
import { Toasts } from '#app/ui/toasts.tsx'
import { EditorFields } from './editor-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { PreviewCard } from './preview-card.tsx'
import { StoredCard } from './stored-card.tsx'
import type { EditorView } from './view.ts'

interface EditorPageProps {
  view: EditorView
  /** The session ended: a link signs in beside this page, so that what was typed stays here. */
  isSignedOut?: boolean
  /** This is what could not be saved before. */
  isAgain?: boolean
}

/** One form for the whole article; every press keeps what was typed. It ships no script. */
export function EditorPage({ view, isSignedOut, isAgain }: EditorPageProps) {
  const { id, seenAt, once, proof, refused, preview, stored } = view
  const title = id === null ? 'New Article' : 'Edit Article'
  const isSecondTry = isSignedOut || isAgain || stored !== null
  return (
    <Main>
      <div className="wrap">
        <div className="plain-head">
          <BackLink href="/admin/news">News Management</BackLink>
          <h1>{title}</h1>
        </div>
      </div>
      <Toasts refused={refused ? [refused] : []} />
      <div className="wrap grid">
        {isSignedOut && <SignInAside />}
        {stored && <StoredCard stored={stored} draft={view.draft} />}
        <Card labelledBy="article-form">
          <CardHeader id="article-form" title="Article" />
          <form method="post" action={`/admin/news/${id ?? 'new'}`} encType="multipart/form-data" noValidate>
            <button type="submit" name="intent" value="preview" formAction={previewOf(id)} hidden>
              Preview
            </button>
            {id === null && <input type="hidden" name="once" value={once} />}
            <input type="hidden" name="proof" value={proof} />
            {seenAt !== null && <input type="hidden" name="seenAt" value={seenAt} />}
            <div className="pad grid side">
              <EditorFields view={view} />
              <ImageFields view={view} />
            </div>
            <CardFooter className="savebar">
              <Button variant="spot" icon="save" name="intent" value="save">
                {isSecondTry ? 'Save again' : 'Save Article'}
              </Button>
              <Button
                variant="line"
                icon="newspaper"
                name="intent"
                value="preview"
                formAction={previewOf(id)}
              >
                Show preview
              </Button>
              <LinkButton variant="line" href="/admin/news">
                Cancel
              </LinkButton>
            </CardFooter>
          </form>
        </Card>
        {preview && <PreviewCard preview={preview} draft={view.draft} />}
      </div>
    </Main>
  )
}

function previewOf(id: number | null): string {
  return `/admin/news/${id ?? 'new'}#preview`
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
