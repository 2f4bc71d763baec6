import { LinkButton } from '#app/ui/forms/button.tsx'
import { MessagePage } from './message-page.tsx'

/**
 * The page and toast for signed-in visitors who are not admins (spec 4). `note`: what became of what was typed, because the role of
 * an admin ended while one worked.
 */
export function AccessDenied({ note }: { note: string | undefined }) {
  const text = note ?? 'You do not have permission to open the admin area.'
  return (
    <MessagePage
      title="Access Denied"
      text="This part of the house is for admins. Your game is next door."
      errors={[{ title: 'Access denied', text }]}
    >
      <LinkButton variant="spot" size="lg" href="/game">
        Game Dashboard
      </LinkButton>
      <LinkButton variant="line" size="lg" href="/">
        Home
      </LinkButton>
    </MessagePage>
  )
}
