import { computeRemainingTenths, pickEntriesByCode, type TeamRules } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { formatPrice } from '#app/ui/format.ts'
import { IconButton } from '#app/ui/forms/button.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { CountryRow, EmptySlot } from '#app/ui/game/country-row.tsx'
import { CountryRows } from '#app/ui/game/country-rows.tsx'

/** The selected countries as cards with details and remove buttons, and the number still missing. */
export function SelectedCountries({ draft, rules }: { draft: TeamDraft; rules: TeamRules }) {
  const missing = rules.teamSize - draft.codes.length
  return (
    <Card labelledBy="your-countries">
      <CardHeader id="your-countries" title="Your countries">
        <span className="num text-num-md">
          {draft.codes.length}
          <span className="text-muted"> / {rules.teamSize}</span>
        </span>
      </CardHeader>
      <CountryRows ordered>
        {pickEntriesByCode(rules.entries, draft.codes).map((entry) => (
          <CountryRow key={entry.code} entry={entry}>
            <IconButton
              icon="info"
              label={`Details of ${entry.country}`}
              name="intent"
              value={`inspect:${entry.code}`}
              {...getFocusProps(`card-details:${entry.code}`, draft.focus)}
            />
            <IconButton
              icon="minus"
              label={`Remove ${entry.country}`}
              name="intent"
              value={`drop:${entry.code}`}
              {...getFocusProps(`card:${entry.code}`, draft.focus)}
            />
          </CountryRow>
        ))}
        {missing > 0 && (
          <EmptySlot>
            {describeMissing(missing, computeRemainingTenths(rules, draft.codes), rules.teamSize)}
          </EmptySlot>
        )}
      </CountryRows>
    </Card>
  )
}

function describeMissing(missing: number, left: number, teamSize: number): string {
  const some =
    missing === 1
      ? 'One lamp is still off. Add one more country'
      : `${missing} lamps are still off. Add ${missing} more countries`
  const start = missing === teamSize ? `All ${missing} lamps are off. Add ${missing} countries` : some
  return left > 0
    ? `${start}, up to ${formatPrice(left)}M.`
    : `${start}. Remove one to make room in the budget.`
}
