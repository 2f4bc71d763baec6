import type { NoticeView } from '#app/game/notification/notice.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { LitCountry } from '#app/ui/art/spotlights.tsx'

/** Where a manager is told what, and what they want to be told. */
export interface NotificationsView {
  /** The team's countries, for the band. */
  lights: readonly LitCountry[]
  /** Undefined while no season is played. */
  next: NextDeadlineView | null | undefined
  /** Whether this server sends mails. */
  isMailOn: boolean
  confirmed: { address: string; choices: NotificationChoices } | null
  /** An address whose owner has not pressed the link yet. */
  waiting: { address: string; forgottenAt: FormattedInstant } | null
  /** What stands in the field for an address. */
  typed: string
  /** The field holds what the identity provider told. */
  isOffered: boolean
  /** The field is shown although there is an address. */
  isChanging: boolean
  /** Ticked and not saved, because the session had ended. */
  unsaved: NotificationChoices | null
  /** What is told on the site. */
  notices: readonly NoticeView[]
}

/** Why a form was refused. */
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

/** A refused form with what was typed. */
export interface RefusedNotifications {
  refusal: NotificationsProblem
  typed: string | null
  choices: NotificationChoices | null
}
