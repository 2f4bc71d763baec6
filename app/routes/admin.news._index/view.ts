import type { NewsDesk } from '#app/game/article/article-desk.ts'

export interface NewsDeskView extends NewsDesk {
  /** The article that the open question is about. */
  articleToDelete: { id: number; title: string } | null
  /** The question was about an article that is gone. */
  isGone: boolean
  /** Tells the frame that a dialog is drawn open. */
  hasDialog: boolean
}
