import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import type { TeamView } from './load.server.ts'

const choiceLook =
  'inline-flex min-h-12 min-w-11 flex-none items-center justify-center px-[0.85rem] font-[660] text-muted text-sm focus-visible:-outline-offset-4 max-xs:px-3 max-2xs:px-[0.42rem] max-2xs:font-stretch-80% aria-pressed:text-ink aria-pressed:[box-shadow:inset_0_-3px_0_var(--spot-ink)]'

/** The buttons that narrow the list: all, what fits in the budget, and who sings in which show. They keep the draft (D16). */
export function ListChoices({ view, draft }: { view: TeamView; draft: TeamDraft }) {
  return (
    <fieldset className="flex min-w-0 overflow-x-auto border-line border-b print:hidden" aria-label="Show">
      {view.choices.map(({ value, name }) => (
        <button
          key={value}
          className={choiceLook}
          aria-pressed={(draft.show || 'all').startsWith(value)}
          name="intent"
          value={`show:${value}`}
          {...getFocusProps(`show:${value}`, draft.focus)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
