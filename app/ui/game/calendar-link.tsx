import { Icon } from '#app/ui/art/icon.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'

/** Subscribes a calendar app to the deadlines, so that it follows when a show moves; without https it downloads them. */
export function CalendarLink({ roundCount }: { roundCount: number }) {
  const origin = useRootData()?.origin ?? ''
  return (
    <TextLink href={`${origin.replace(/^https/, 'webcal')}/deadlines.ics`}>
      <Icon name="calendar" />
      Add all {roundCount === 3 && 'three '}deadlines to your calendar
    </TextLink>
  )
}
