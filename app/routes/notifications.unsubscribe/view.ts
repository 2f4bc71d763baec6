import type { NotificationKind } from '#app/game/notification/notification.ts'

/** What a link that ends mails stands for. */
export type UnsubscribeState = 'asked' | 'done' | 'gone' | 'unknown' | 'not-saved'

export interface UnsubscribeView {
  state: UnsubscribeState
  /** What it ends; null where the link does not say. */
  kind: NotificationKind | null
  /** For the form that ends them. */
  token: string
}
