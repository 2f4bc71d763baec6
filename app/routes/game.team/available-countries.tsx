import type { Entry } from '#app/game/season/contest.ts'
import { canFillTeam } from '#app/game/team/fill-team.ts'
import { computeRemainingTenths, findAddProblem } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { formatPrice } from '#app/ui/format.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { getControlClass } from '#app/ui/forms/field.tsx'
import { describeBudget, describeMissing } from './budget-text.ts'
import { listShown } from './list-shown.ts'
import type { TeamView } from './load.server.ts'
import { TeamRow } from './team-row.tsx'

interface AvailableProps {
  view: TeamView
  draft: TeamDraft
  onSearch: (search: string) => void
}

/** Id of the sentence above the list, for `aria-describedby`. */
const BUDGET_ID = 'budget'

const listLook =
  'relative overscroll-contain [scrollbar-gutter:stable] focus-visible:-outline-offset-3 lg:max-h-100 lg:overflow-auto print:max-h-none print:overflow-visible'

/** All countries, most expensive first; each can be added or removed. They stay in their places while one picks. */
export function AvailableCountries({ view, draft, onSearch }: AvailableProps) {
  const { rules } = view
  const found = listShown(view, draft)
  const isOver = computeRemainingTenths(rules, draft.codes) < 0
  return (
    <Card label="Available countries" className="overflow-clip">
      <div className="border-line border-b px-gap py-4 max-md:sr-only">
        <CardTitle>{describeMissing(rules, draft.codes)}</CardTitle>
      </div>
      <ListChoices view={view} draft={draft} />
      <div className="flex gap-2 px-gap pt-2 md:pt-3 print:hidden">
        <div className="relative min-w-0 flex-1">
          <label className="sr-only" htmlFor="search">
            Search country, artist or song
          </label>
          <input
            className={`${getControlClass('line')} pr-11`}
            id="search"
            name="q"
            type="search"
            autoComplete="off"
            placeholder="Country, song"
            value={draft.search}
            onChange={(event) => onSearch(event.currentTarget.value)}
          />
          <button
            type="submit"
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md"
            name="intent"
            value="search"
          >
            <Icon name="search" />
            <span className="sr-only">Search</span>
          </button>
        </div>
        {view.missedRounds === null && (
          <Button
            variant="line"
            size="field"
            className="flex-none max-xs:text-sm"
            name="intent"
            value="fill"
            aria-describedby={BUDGET_ID}
            disabled={!canFillTeam(rules, draft.codes)}
          >
            <span>
              Fill the rest<span className="max-md:sr-only"> for me</span>
            </span>
          </Button>
        )}
      </div>
      <p
        className={classes(
          'px-gap py-1 text-sm max-[24rem]:min-h-[calc(2lh+0.5rem)] md:py-2',
          isOver ? 'text-bad' : 'text-muted',
        )}
        id={BUDGET_ID}
      >
        {describeBudget(rules, draft.codes)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard */}
      <section className={listLook} tabIndex={0} aria-label="Available countries list">
        {found.length === 0 ? (
          <p className="p-gap text-muted">No countries found matching the search</p>
        ) : (
          <ul className="lg:grid lg:grid-cols-2">
            {found.map((entry) => (
              <AvailableRow key={entry.code} entry={entry} view={view} draft={draft} />
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

function AvailableRow({ entry, view, draft }: { entry: Entry; view: TeamView; draft: TeamDraft }) {
  const { rules, notes } = view
  const { code, priceTenths } = entry
  const isSelected = draft.codes.includes(code)
  const problem = isSelected ? null : findAddProblem(rules, draft.codes, entry)
  const over = priceTenths - computeRemainingTenths(rules, draft.codes)
  return (
    <TeamRow
      entry={entry}
      note={problem === 'BUDGET_EXCEEDED' ? `${formatPrice(over)}M over` : notes[code]?.text}
      isSelected={isSelected}
      reasonId={problem ? BUDGET_ID : undefined}
      focus={draft.focus}
    />
  )
}

const choiceLook =
  'inline-flex min-h-12 min-w-11 flex-none items-center justify-center px-[0.85rem] font-[660] text-muted text-sm focus-visible:-outline-offset-4 max-xs:px-3 max-2xs:px-[0.42rem] max-2xs:font-stretch-80% aria-pressed:text-ink aria-pressed:[box-shadow:inset_0_-3px_0_var(--spot-ink)]'

/** The buttons that narrow the list: all, what fits in the budget, and who sings in which show. They keep the draft (D16). */
function ListChoices({ view, draft }: { view: TeamView; draft: TeamDraft }) {
  return (
    <fieldset className="min-w-0 border-line border-b print:hidden">
      <legend className="sr-only">Show</legend>
      <div className="flex overflow-x-auto">
        {view.choices.map(({ value, name }) => (
          <button
            key={value}
            className={choiceLook}
            aria-pressed={(draft.show || 'all').startsWith(value)}
            name="intent"
            value={`show:${value}`}
            {...getFocusProps(`show:${value}`, draft.focus)}
          >
            {`${name} `}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
