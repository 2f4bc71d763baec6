import { useLocation } from '@remix-run/react'
import type { ArticleCard } from '#app/game/article/article.ts'
import { exampleLineup } from '#app/ui/art/example-lineup.ts'
import { HeroArt } from '#app/ui/art/hero-art.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { NewsCard } from '#app/ui/news/news-card.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'
import { Features } from './features.tsx'

/** Home (spec 2). */
export function HomePage({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <Main className="pb-0">
      <Toasts />
      <section className="hero stage">
        <div className="mx-auto w-full max-w-wrap px-page wrap">
          <div className="hero-copy">
            <h1 className="hero-t">Manage Your Eurovision Dream Team</h1>
            <p className="max-w-[30.94em] text-lg/normal text-pretty text-muted lead muted">
              Six countries. 100 million. One running order. Score from the real results while the show is on.
            </p>
            <div className="flex flex-wrap items-center gap-3 row">
              <LinkButton variant="spot" size="lg" href="/game">
                Play Now
              </LinkButton>
              <LinkButton variant="line" size="lg" href="/news">
                Latest News
              </LinkButton>
            </div>
          </div>
          <HeroArt countries={exampleLineup} percentages={[100, 85, 85, 70, 70, 70]} />
        </div>
      </section>
      <Features />
      {articles.length > 0 && <LatestNews articles={articles} />}
      <SignUp />
    </Main>
  )
}

function LatestNews({ articles }: { articles: readonly ArticleCard[] }) {
  return (
    <Section
      id="latest-news"
      title="Latest News"
      action={
        <LinkButton variant="line" href="/news">
          View All News
        </LinkButton>
      }
    >
      <LeadAndRest articles={articles} />
    </Section>
  )
}

/** The newest article large and the others below it; two are shown side by side. */
function LeadAndRest({ articles }: { articles: readonly ArticleCard[] }) {
  const leads = articles.length === 2 ? 0 : 1
  const rest = articles.slice(leads)
  return (
    <div className="grid gap-gap pad">
      {articles.slice(0, leads).map((article) => (
        <NewsCard key={article.id} article={article} index={1} isLead />
      ))}
      {rest.length > 0 && (
        <div className="grid gap-gap sm:grid-cols-2 g2">
          {rest.map((article, index) => (
            <NewsCard key={article.id} article={article} index={index + 1 + leads} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The call to sign up; a signed-in visitor gets links into the game instead. */
function SignUp() {
  const isSignedIn = useRootData()?.isSignedIn ?? false
  const here = getReturnTo(useLocation())
  return (
    <section className="cta" aria-labelledby="sign-up">
      <span className="big num" aria-hidden="true">
        12
      </span>
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <h2 id="sign-up" className="h1">
          Our twelve points go to you
        </h2>
        {isSignedIn ? (
          <>
            <p>Your team, your line-ups and your leagues are on the dashboard.</p>
            <LinkButton size="lg" href="/game">
              Game Dashboard
            </LinkButton>
          </>
        ) : (
          <>
            <p>A team takes about three minutes, the length of one song. Free, with no app to install.</p>
            <SignInForm redirectTo={here}>
              <Button size="lg">Sign Up Now</Button>
            </SignInForm>
          </>
        )}
      </div>
    </section>
  )
}
