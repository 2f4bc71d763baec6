import type { Entry } from '#app/game/season/contest.ts'
import { computeRemainingTenths, findAddProblem, searchEntries, type TeamRules } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { formatEuros, formatPrice } from '#app/ui/format.ts'
import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { FieldWithButton, TextField } from '#app/ui/forms/field.tsx'
import { CountryRow } from '#app/ui/game/country-row.tsx'
import { CountryRows } from '#app/ui/game/country-rows.tsx'

interface AvailableProps {
  draft: TeamDraft
  rules: TeamRules
  onSearch: (search: string) => void
}

const listLook =
  'max-h-100 overflow-auto overscroll-contain border-t border-line [scrollbar-gutter:stable] focus-visible:-outline-offset-3 print:max-h-none print:overflow-visible'

/** All countries with search, most expensive first; each can be added or removed. */
export function AvailableCountries({ draft, rules, onSearch }: AvailableProps) {
  const left = computeRemainingTenths(rules, draft.codes)
  const found = sortByPrice(searchEntries(rules.entries, draft.search))
  const [mostExpensive] = sortByPrice(rules.entries)
  return (
    <Card labelledBy="available-countries">
      <CardHeader id="available-countries" title="Available countries">
        <Badge icon="wallet">Budget {formatEuros(left)}M</Badge>
      </CardHeader>
      <div className="p-gap print:hidden">
        <FieldWithButton wide>
          <TextField
            id="search"
            name="q"
            type="search"
            label="Search country, artist or song"
            autoComplete="off"
            placeholder={mostExpensive && `Try ${mostExpensive.country} or ${mostExpensive.artist}`}
            value={draft.search}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
          <Button variant="line" size="field" icon="search" name="intent" value="search">
            Search
          </Button>
        </FieldWithButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard */}
      <section className={listLook} tabIndex={0} aria-label="Available countries list">
        {found.length === 0 ? (
          <p className="p-gap text-muted">No countries found matching the search</p>
        ) : (
          <CountryRows>
            {found.map((entry) => (
              <AvailableRow key={entry.code} entry={entry} draft={draft} rules={rules} />
            ))}
          </CountryRows>
        )}
      </section>
    </Card>
  )
}

function sortByPrice(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => b.priceTenths - a.priceTenths)
}

function AvailableRow({ entry, draft, rules }: { entry: Entry; draft: TeamDraft; rules: TeamRules }) {
  const isSelected = draft.codes.includes(entry.code)
  const reason = isSelected ? undefined : describeAddProblem(entry, draft, rules)
  const reasonId = reason && `why-${entry.code}`
  return (
    <CountryRow entry={entry} reason={reason} reasonId={reasonId}>
      <IconButton
        icon="info"
        label={`Details of ${entry.country}`}
        name="intent"
        value={`details:${entry.code}`}
        {...getFocusProps(`list-details:${entry.code}`, draft.focus)}
      />
      {isSelected ? (
        <IconButton
          icon="minus"
          label={`Remove ${entry.country}`}
          name="intent"
          value={`remove:${entry.code}`}
          {...getFocusProps(`list:${entry.code}`, draft.focus)}
        />
      ) : (
        <IconButton
          icon="plus"
          variant="spot"
          label={`Add ${entry.country}`}
          disabled={reason !== undefined}
          aria-describedby={reasonId}
          name="intent"
          value={`add:${entry.code}`}
          {...getFocusProps(`list:${entry.code}`, draft.focus)}
        />
      )}
    </CountryRow>
  )
}

/** The reason why a country's add button is disabled. */
function describeAddProblem(entry: Entry, draft: TeamDraft, rules: TeamRules): string | undefined {
  const problem = findAddProblem(rules, draft.codes, entry)
  if (problem === 'TEAM_FULL') return 'Your team is full'
  if (problem === null) return undefined
  return `${formatPrice(entry.priceTenths - computeRemainingTenths(rules, draft.codes))}M over your budget`
}
