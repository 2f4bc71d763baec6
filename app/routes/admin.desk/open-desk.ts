import { type DeskDraft, receivePoints, toFieldEdits } from '#app/game/scoring/desk-draft.ts'
import type { DeskView, KeptText, RefusedDesk } from './view.ts'

/** What a browser holds of the desk that is open in it. */
export interface OpenDesk {
  /** What the loader and a refusal said last. */
  loaded: DeskView
  refused: RefusedDesk | undefined
  /** The newest of the loader's view and of the answers after it. */
  view: DeskView
  draft: DeskDraft
  kept: KeptText
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
  return receive({ loaded, refused, view: loaded, draft: { edits, sent: {}, news: '' }, kept }, loaded)
}

/** What the loader or the action says newly; a refusal says what another desk stored, which the next press replaces. */
export function update(state: OpenDesk, loaded: DeskView, refused: RefusedDesk | undefined): OpenDesk {
  const told = state.refused === refused ? undefined : refused
  const edits = Object.fromEntries(
    Object.entries(state.draft.edits).map(([code, edit]) => [
      code,
      { ...edit, was: told?.storedNow[code] ?? edit.was },
    ]),
  )
  const sent = told ? {} : state.draft.sent
  const kept = { ...state.kept, textWas: told?.textWas ?? state.kept.textWas }
  const next = { ...state, loaded, refused, draft: { ...state.draft, edits, sent }, kept }
  return state.loaded === loaded ? next : receive(takeDraft(next, state.loaded), loaded)
}

/**
 * After a press that left a text, or came to it, the server says what of it and of the fields beside it is not stored; so it does
 * when it refused a text, whose page has another address then.
 */
function takeDraft(state: OpenDesk, before: DeskView): OpenDesk {
  const { refused, loaded } = state
  const { isPasting, draft } = loaded
  const isLeft = isPasting !== before.isPasting || draft.pasted !== before.draft.pasted
  const kept = isLeft && !refused ? draft : state.kept
  if (!before.isPasting) return { ...state, kept }
  const { typed } = refused ?? draft
  const left = Object.entries(state.draft.edits).filter(([code]) => typed[code] !== undefined)
  return { ...state, kept, draft: { ...state.draft, edits: Object.fromEntries(left) } }
}

/** Takes over what is stored now. */
export function receive(state: OpenDesk, view: DeskView): OpenDesk {
  return { ...state, view, draft: receivePoints(state.draft, state.view.rows, view.rows, view.round) }
}
