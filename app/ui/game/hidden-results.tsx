import { useLocation } from '@remix-run/react'
import type { HiddenRound } from '#app/game/results-choice.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { Button, type ButtonVariant } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { useRootData } from '#app/ui/root-data.ts'

/** What the choice covers, and what not (D38). */
export const hidingCoverage = 'Points, ranks and tables wait until you ask. News still tells.'

/** The first hidden round, with the button that shows its results (D38): above every page that has results. */
export function HiddenResults() {
  const { hidden = null } = useRootData() ?? {}
  if (hidden === null) return null
  return (
    <aside className="border-line border-b bg-sunken text-ink print:hidden" aria-label="Hidden results">
      <Container className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="mr-auto flex items-center gap-[0.6rem] font-[650]">
          <Icon name="lock" className="text-muted" />
          Results of the {nameRound(hidden.title)} are hidden
        </p>
        <ResultsForm intent="reveal" round={hidden} label="Show results" variant="ink" />
      </Container>
    </aside>
  )
}

/** The offer on the dashboard, until it is answered. */
export function HidingOffer() {
  return (
    <Card pad labelledBy="watching-later">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_14rem]">
          <CardTitle id="watching-later">Watching later?</CardTitle>
          <p className="mt-1.5 text-muted text-sm">{hidingCoverage}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ResultsForm intent="hide" label="Hide results" />
          <ResultsForm intent="show" label="Keep showing them" />
        </div>
      </div>
    </Card>
  )
}

interface ResultsFormProps {
  intent: 'hide' | 'show' | 'reveal'
  /** The round to reveal. */
  round?: HiddenRound
  label: string
  variant?: ButtonVariant
}

/** One button that changes the choice, and leads back to this page. */
export function ResultsForm({ intent, round, label, variant = 'line' }: ResultsFormProps) {
  const returnTo = getReturnTo(useLocation())
  return (
    <form method="post" action="/hide-results">
      {round && (
        <>
          <input type="hidden" name="year" value={round.year} />
          <input type="hidden" name="round" value={round.roundNumber} />
        </>
      )}
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button variant={variant} name="intent" value={intent}>
        {label}
      </Button>
    </form>
  )
}
