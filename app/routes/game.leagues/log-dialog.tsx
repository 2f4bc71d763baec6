import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { ShownLeague } from './view.ts'

/** What has happened in a league, newest first. */
export function LogDialog({ league, back }: { league: ShownLeague; back: string }) {
  return (
    <Dialog
      title="League log"
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <LinkButton variant="line" href={back} soft>
          Close
        </LinkButton>
      }
    >
      {league.events.length === 0 ? (
        <p className="muted">Nothing has happened yet.</p>
      ) : (
        <ul className="sched">
          {league.events.map((event) => (
            <li key={event.id}>
              <span>{event.text}</span>
              <time dateTime={event.at.iso}>{event.at.text}</time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
