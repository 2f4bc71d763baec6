import { DialogFrame } from './dialog-frame.tsx'
import type { LeagueView } from './load.server.ts'

/** The events of a league, newest first. */
export function LogDialog({ league, back }: { league: LeagueView; back: string }) {
  return (
    <DialogFrame title="League log" back={back}>
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
    </DialogFrame>
  )
}
