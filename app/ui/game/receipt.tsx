import type { FormattedInstant } from '#app/game/time/instant.ts'
import { Badge } from '#app/ui/data/badge.tsx'

/** Until when a saved line-up or team can change; its history has the rest. */
export function ChangeUntil({ deadline }: { deadline: FormattedInstant }) {
  return (
    <>
      Change until <time dateTime={deadline.iso}>{deadline.text}</time>
    </>
  )
}

/** Whether a manager saved the line-up by hand. */
export function SavedBadge({ isAutomatic }: { isAutomatic: boolean }) {
  return isAutomatic ? <Badge>Automatic</Badge> : <Badge tone="ok">Saved</Badge>
}
