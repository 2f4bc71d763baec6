import { useLocation } from '@remix-run/react'
import type { ArticleCard } from '#app/game/article/article.ts'
import { exampleLineup } from '#app/ui/art/example-lineup.ts'
import { HeroArt } from '#app/ui/art/hero-art.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
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
      <section className="stage relative isolate overflow-clip bg-[radial-gradient(46rem_34rem_at_74%_0,#13282c,transparent)] bg-stage text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line print:bg-none">
        <Container className="grid items-end gap-8 pt-[clamp(2.25rem,4vw,3.5rem)] min-[48rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.06fr)]">
          <div className="pb-[clamp(0rem,4vw,3.5rem)]">
            <h1 className="font-[880] font-stretch-62% text-hero leading-[0.95] tracking-[-0.012em]">
              Manage Your Eurovision Dream Team
            </h1>
            <p className="mt-[1.35rem] mb-7 max-w-[41ch] text-pretty text-lg/normal text-muted">
              Six countries. 100 million. Put your favourite first and score on the real results.
            </p>
            <div className="flex flex-wrap items-center gap-3 print:hidden">
              <LinkButton variant="spot" size="lg" href="/game">
                Play Now
              </LinkButton>
              <LinkButton variant="line" size="lg" href="/news">
                Latest News
              </LinkButton>
            </div>
          </div>
          <HeroArt countries={exampleLineup} percentages={[100, 85, 85, 70, 70, 70]} />
        </Container>
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
    <div className="grid gap-gap">
      {articles.slice(0, leads).map((article) => (
        <NewsCard key={article.id} article={article} index={1} size="lead" />
      ))}
      {rest.length > 0 && (
        <div className="grid gap-gap sm:grid-cols-2">
          {rest.map((article, index) => (
            <NewsCard key={article.id} article={article} index={index + 1 + leads} size="wide" />
          ))}
        </div>
      )}
    </div>
  )
}

/** The call to sign up, with buttons in the colour of its text; a signed-in visitor gets links into the game instead. */
function SignUp() {
  const isSignedIn = useRootData()?.isSignedIn ?? false
  const here = getReturnTo(useLocation())
  return (
    <section
      className="relative overflow-clip bg-spot text-on-spot [--focus:var(--on-spot)] print:hidden"
      aria-labelledby="sign-up"
    >
      <span
        translate="no"
        className="pointer-events-none absolute right-[max(1rem,calc(50%-37rem))] bottom-[-0.07em] font-[900] font-stretch-62% text-[clamp(11rem,33vw,30rem)] text-spot-hi leading-[0.8] tracking-[-0.03em] [font-variant-numeric:tabular-nums]"
        aria-hidden="true"
      >
        12
      </span>
      <Container className="relative grid justify-items-start gap-6 py-[clamp(2.5rem,6vw,5rem)]">
        <h2
          id="sign-up"
          className="max-w-[17ch] font-stretch-62% text-[clamp(3rem,1.6rem+6vw,6.5rem)] leading-[0.86]"
        >
          Our twelve points go to you
        </h2>
        {isSignedIn ? (
          <>
            <p className="max-w-[44ch] text-lg">
              Your team, your line-ups and your leagues are on the dashboard.
            </p>
            <LinkButton variant="black" size="lg" className="justify-self-start" href="/game">
              Game Dashboard
            </LinkButton>
          </>
        ) : (
          <>
            <p className="max-w-[44ch] text-lg">
              A team takes about three minutes, the length of one song. Free, with no app to install.
            </p>
            <SignInForm redirectTo={here}>
              <Button variant="black" size="lg">
                Sign Up Now
              </Button>
            </SignInForm>
          </>
        )}
      </Container>
    </section>
  )
}
