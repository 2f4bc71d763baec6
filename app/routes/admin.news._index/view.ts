import type { ArticleDesk } from '#app/game/article-desk.ts'

export interface DeskView extends ArticleDesk {
  /** The article that the open question is about. */
  asked: { id: number; title: string } | null
  /** The question was about an article that is gone. */
  isGone: boolean
  /** Tells the frame that a dialog is drawn open. */
  hasDialog: boolean
}
