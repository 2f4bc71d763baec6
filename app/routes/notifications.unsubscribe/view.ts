import type { NotificationKind } from '#app/game/notification/notification.ts'

/** The state of an unsubscribe link; 'pending' until the button is pressed. */
export type UnsubscribeState = 'pending' | 'done' | 'gone' | 'unknown' | 'not-saved'

export interface UnsubscribeView {
  state: UnsubscribeState
  /** The kind of mail to end; null for an invalid link. */
  kind: NotificationKind | null
  /** Token for the form. */
  token: string
}
