import { Icon } from '#app/ui/art/icon.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'

interface CalendarLinkProps {
  roundCount: number
  /** A button that shows one word, its name is the whole sentence. */
  isButton?: boolean
}

/** Subscribes a calendar app to the deadlines, so that it follows when a show moves; without https it downloads them. */
export function CalendarLink({ roundCount, isButton }: CalendarLinkProps) {
  const origin = useRootData()?.origin ?? ''
  const href = `${origin.replace(/^https/, 'webcal')}/deadlines.ics`
  const label = `Add all ${roundCount === 3 ? 'three ' : ''}deadlines to your calendar`
  return isButton ? (
    <LinkButton variant="line" icon="calendar" href={href} aria-label={label}>
      Calendar
    </LinkButton>
  ) : (
    <TextLink href={href}>
      <Icon name="calendar" />
      {label}
    </TextLink>
  )
}
