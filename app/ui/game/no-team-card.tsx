import { TitledCard } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'

/** What who has no team may still do while a show is on; `note` is null once no team can join any more. */
export function NoTeamCard({ note }: { note: string | null }) {
  return (
    <TitledCard id="no-team" title="You have no team">
      <p>{note ?? 'Every round of this season is closed: no team can join it any more.'}</p>
      <p className="flex flex-wrap gap-3">
        {note && (
          <LinkButton variant="spot" href="/game/team">
            Create Your Team
          </LinkButton>
        )}{' '}
        <LinkButton variant="line" href="/game/countries">
          Who holds whom
        </LinkButton>
      </p>
    </TitledCard>
  )
}
