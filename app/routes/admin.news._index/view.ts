import type { NewsDesk } from '#app/game/article/article-desk.ts'

export interface NewsDeskView extends NewsDesk {
  /** The article of the open delete dialog. */
  articleToDelete: { id: number; title: string } | null
  /** Whether the article to delete does not exist any more. */
  isGone: boolean
  /** Whether a dialog is rendered open; the root reads it too. */
  hasDialog: boolean
}
