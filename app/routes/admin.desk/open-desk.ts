import { type DeskDraft, receivePoints, toFieldEdits } from '#app/game/scoring/desk-draft.ts'
import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import type { DeskView, KeptText, RefusedDesk } from './view.ts'

/** What a browser holds of the desk that is open in it. */
export interface OpenDesk {
  /** What the loader and a refusal said last. */
  loaded: DeskView
  refused: RefusedDesk | undefined
  /** The last press that got no answer. */
  failed: FetchError | undefined
  /** The newest of the loader's view and of the answers after it. */
  view: DeskView
  draft: DeskDraft
  kept: KeptText
  /** The text that the last press sent, until it is answered. */
  sentText: SentText | undefined
}

interface SentText {
  text: string
  /** Whether it could be read here: else nobody can tell which points are its own. */
  isRead: boolean
}

/** What happens to it. */
export type Change = (last: OpenDesk) => OpenDesk

/** The reducer of an open desk. */
export function applyChange(last: OpenDesk, change: Change): OpenDesk {
  return change(last)
}

/** The desk as the loader and a refused form say. */
export function openDesk(loaded: DeskView, refused: RefusedDesk | undefined): OpenDesk {
  const { typed, was } = refused ?? loaded.draft
  const edits = toFieldEdits(typed, was)
  const kept = refused ?? loaded.draft
  const draft = { edits, sent: {}, news: '' }
  return receive(
    { loaded, refused, failed: undefined, view: loaded, draft, kept, sentText: undefined },
    loaded,
  )
}

/**
 * What the loader or the action says newly; a refusal says what another desk stored, which the next press replaces. After a press
 * without an answer nobody knows what of the text is stored.
 */
export function update(
  state: OpenDesk,
  { loaded, refused, failed }: Pick<OpenDesk, 'loaded' | 'refused' | 'failed'>,
): OpenDesk {
  const told = state.refused === refused ? undefined : refused
  const edits = Object.fromEntries(
    Object.entries(state.draft.edits).map(([code, edit]) => [
      code,
      { ...edit, was: told?.storedNow[code] ?? edit.was },
    ]),
  )
  const sent = told ? {} : state.draft.sent
  const { textWas, column } = told ?? state.kept
  const kept = { ...state.kept, textWas, column }
  const next = { ...state, loaded, refused, failed, draft: { ...state.draft, edits, sent }, kept }
  const taken = state.loaded === loaded ? next : receive(takeDraft(next, state.loaded), loaded)
  return { ...taken, sentText: undefined }
}

/**
 * Takes over what the server says is not stored of a text and of the fields beside it: after a press that stored the text, or
 * left it, or came to it. What was typed into the text after the press stays.
 */
function takeDraft(state: OpenDesk, before: DeskView): OpenDesk {
  const { refused, loaded, sentText } = state
  const { isPasting, draft } = loaded
  const isLeft = isPasting !== before.isPasting || draft.pasted !== before.draft.pasted
  const isStored = sentText && !refused
  const { pasted } = isStored && state.kept.pasted !== sentText.text ? state.kept : draft
  const kept = !refused && (isLeft || isStored) ? { ...draft, pasted } : state.kept
  if (!before.isPasting) return { ...state, kept }
  const { typed } = refused ?? draft
  const left = Object.entries(state.draft.edits).filter(([code]) => typed[code] !== undefined)
  return { ...state, kept, draft: { ...state.draft, edits: Object.fromEntries(left) } }
}

/** Takes over what is stored now: of other desks nothing is told while a text is on its way that could not be read here. */
export function receive(state: OpenDesk, view: DeskView): OpenDesk {
  const { news } = state.draft
  const draft = receivePoints(state.draft, state.view.rows, view.rows, view.round)
  return { ...state, view, draft: state.sentText?.isRead === false ? { ...draft, news } : draft }
}
