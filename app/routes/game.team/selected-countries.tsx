import { pickEntriesByCode } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { EmptyFlag } from '#app/ui/art/flag.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { describeMissing } from './budget-text.ts'
import type { TeamView } from './load.server.ts'
import { TeamRow } from './team-row.tsx'

/** The selected countries in team order, each with details and a remove button, and the places still free. */
export function SelectedCountries({ view, draft }: { view: TeamView; draft: TeamDraft }) {
  const { rules } = view
  return (
    <Card labelledBy="your-six" className="overflow-clip">
      <CardHeader id="your-six" title="Your six">
        <Num className="text-num-md">
          {draft.codes.length}
          <span className="text-muted"> / {rules.teamSize}</span>
        </Num>
      </CardHeader>
      <ul>
        {pickEntriesByCode(rules.entries, draft.codes).map((entry, index) => (
          <TeamRow key={entry.code} entry={entry} isSelected isOnCard focus={draft.focus}>
            <Num className="w-4 self-center text-num-sm">{index + 1}</Num>
          </TeamRow>
        ))}
        {draft.codes.length < rules.teamSize && (
          <li className="flex min-h-16 items-center gap-[0.8rem] border-line border-t px-gap text-muted">
            <EmptyFlag />
            {describeMissing(rules, draft.codes)}
          </li>
        )}
      </ul>
    </Card>
  )
}
