import type { Closing } from '#app/game/closing.ts'
import type { ShownInstant } from '#app/game/instant.ts'
import type { ShownNotice } from '#app/game/notice.ts'
import type { Choices } from '#app/game/notification.ts'
import type { Light } from '#app/ui/beams.tsx'

/** Where a manager is told what, and what they want to be told. */
export interface NotificationsView {
  /** The team's countries, for the band. */
  lights: readonly Light[]
  /** Undefined while no season is played. */
  next: Closing | null | undefined
  /** Whether this server sends mails. */
  isMailOn: boolean
  confirmed: { address: string; choices: Choices } | null
  /** An address whose owner has not pressed the link yet. */
  waiting: { address: string; forgottenAt: ShownInstant } | null
  /** What stands in the field for an address. */
  typed: string
  /** The field holds what the identity provider told. */
  isOffered: boolean
  /** The field is shown although there is an address. */
  isChanging: boolean
  /** Ticked and not saved, because the session had ended. */
  unsaved: Choices | null
  /** What is told on the site. */
  notices: readonly ShownNotice[]
}

/** Why a form was refused. */
export type Refusal =
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
export interface Refused {
  refusal: Refusal
  typed: string | null
  choices: Choices | null
}
