import { Icon } from '#app/ui/art/icon.tsx'
import { useRootData } from '#app/ui/root-data.ts'

/** The way to the deadlines as a calendar: its address for any calendar, and the scheme that subscribes at once. */
export function CalendarLinks() {
  const origin = useRootData()?.origin ?? ''
  const address = `${origin}/deadlines.ics`
  return (
    <div>
      <div className="row">
        <a className="link" href={address}>
          <Icon name="calendar" />
          Add deadlines to your calendar
        </a>
        {address.startsWith('https:') && (
          <a className="link" href={address.replace(/^https/, 'webcal')}>
            Subscribe
          </a>
        )}
      </div>
      <p className="sm muted">
        Subscribe to <code className="address">{address}</code>, and your calendar follows when a show moves.
      </p>
    </div>
  )
}
