import type { NoticeKind } from '#app/game/notification.ts'

/** What a link that ends mails stands for. */
export type UnsubscribeState = 'asked' | 'done' | 'gone' | 'unknown' | 'not-saved'

export interface UnsubscribeView {
  state: UnsubscribeState
  /** What it ends; null where the link does not say. */
  kind: NoticeKind | null
  /** For the form that ends them. */
  token: string
}
