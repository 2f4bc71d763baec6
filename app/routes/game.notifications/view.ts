import type { NoticeView } from '#app/game/notification/notice.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { SpotlightCountry } from '#app/ui/art/spotlights.tsx'

/** The notifications page: mail addresses, mail choices, and the notices on the site. */
export interface NotificationsView {
  /** The team's countries, for the page header. */
  lights: readonly SpotlightCountry[]
  /** Undefined without an active season. */
  next: NextDeadlineView | null | undefined
  /** Whether this server sends mails. */
  isMailOn: boolean
  confirmed: { address: string; choices: NotificationChoices } | null
  /** An address that is not confirmed yet. */
  waiting: { address: string; forgottenAt: FormattedInstant } | null
  /** Value of the address field. */
  typed: string
  /** Whether the value is the identity provider's address. */
  isOffered: boolean
  /** Whether the field is shown although there is a confirmed address. */
  isChanging: boolean
  /** Choices that were ticked and not saved, because the session had ended. */
  unsaved: NotificationChoices | null
  /** The notices on the site. */
  notices: readonly NoticeView[]
}

export type NotificationsProblem =
  | 'missing'
  | 'too-long'
  | 'malformed'
  | 'known'
  | 'too-many'
  | 'too-fast'
  | 'off'
  | 'account-missing'
  | 'not-saved'

/** Action data of a refused form, with the typed values. */
export interface RefusedNotifications {
  refusal: NotificationsProblem
  typed: string | null
  choices: NotificationChoices | null
}
