import { Main } from '#app/ui/layout/main.tsx'
import { ErrorCard } from './error-card.tsx'

/** The page of an article that does not exist (spec 8), with a button to its list. */
export function ArticleNotFound({ button }: { button: { href: string; label: string } }) {
  return (
    <Main className="py-[clamp(3rem,9vw,6rem)]">
      <ErrorCard
        title="Article Not Found"
        text="The article you're looking for doesn't exist or has been removed."
        button={button}
      />
    </Main>
  )
}
