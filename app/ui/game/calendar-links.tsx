import { Icon } from '#app/ui/art/icon.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'

/** Links to the deadlines as a calendar: an address for any calendar app, and a webcal link that subscribes at once. */
export function CalendarLinks() {
  const origin = useRootData()?.origin ?? ''
  const url = `${origin}/deadlines.ics`
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <TextLink href={url}>
          <Icon name="calendar" />
          Add deadlines to your calendar
        </TextLink>
        {url.startsWith('https:') && <TextLink href={url.replace(/^https/, 'webcal')}>Subscribe</TextLink>}
      </div>
      <p className="text-muted text-sm">
        Subscribe to <code className="wrap-anywhere">{url}</code>, and your calendar follows when a show
        moves.
      </p>
    </div>
  )
}
