import { type FormEvent, useEffect, useReducer, useState } from 'react'
import {
  type DeskDraft,
  type DeskPoints,
  describeConflict,
  type FieldEdits,
  findWrongFields,
  listConflicts,
  receivePoints,
  tallyPoints,
  toFieldEdits,
  toFieldText,
} from '#app/game/scoring/desk-draft.ts'
import type { parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import type { ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import type { DeskState } from '#app/server/desk/desk-state.server.ts'
import { type FetchError, isFetchError } from '#app/ui/feedback/fetch-error.ts'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { askAgain } from '#app/ui/hooks/ask-again.ts'
import { DESK_FORM, type DeskView, type RefusedDesk } from './view.ts'

export type DeskActionData = RefusedDesk | FetchError | undefined

/** Why the page sees nothing of other desks: no answer; or one that ends the questions. */
type Blindness = 'away' | 'rights' | 'round'

/** So much of a text is read while it is typed; the server reads no longer one. */
const TEXT_LIMIT = 10_000

interface OpenDesk {
  /** What the loader and the action said last. */
  loaded: DeskView
  actionData: DeskActionData
  /** The newest of the loader's view and of the answers after it. */
  view: DeskView
  draft: DeskDraft
  /** The pasted text that is not stored. */
  text: string
}

const blindTexts: Record<Blindness, string> = {
  away: 'No answer from the server: other desks are not shown.',
  rights: 'You are no admin any more: nothing can be saved here.',
  round: 'This round is not in the season any more. Nothing is saved.',
}

/**
 * The desk that is open in a browser: what is typed, and what other desks stored meanwhile. Without script it is what the loader
 * and a refused form say.
 */
export function useDesk(loaded: DeskView, actionData: DeskActionData) {
  // A reducer: useState may compute the next state from a render that React gives up, and the desk fell back to older points.
  const [state, setState] = useReducer(applyChange, null, () => openDesk(loaded, actionData))
  const [blindness, setBlindness] = useState<Blindness | null>(null)
  if (state.loaded !== loaded || state.actionData !== actionData)
    setState((last) => update(last, loaded, actionData))
  useAnswers(loaded, { setState, setBlindness })
  const parse = usePasteParser(loaded.isPasting)
  const { view, draft, text } = state
  const { edits } = draft
  const read = view.isPasting && parse ? readText(text, view, parse) : undefined
  const refused = isFetchError(actionData) ? undefined : actionData
  const hasFields = view.round.isFinal && !view.isPasting
  const wrong = hasFields ? findWrongFields(view.rows, edits) : {}
  const conflicts = hasFields ? listConflicts(view.rows, edits) : []
  const firstWrong = view.rows.find(({ code }) => wrong[code])
  const setEdits = (change: (edits: DeskDraft['edits']) => DeskDraft['edits']) =>
    setState((last) => ({ ...last, draft: { ...last.draft, edits: change(last.draft.edits) } }))

  const setText = (typed: string) => setState((last) => ({ ...last, text: typed }))

  usePreHydrationInput(DESK_FORM, (form) => {
    setEdits(() => readEdits(form))
    const typed = form.get('pasted')
    if (typeof typed === 'string') setText(typed)
  })
  useEffect(() => {
    const [code] = Object.keys({ ...refused?.errors, ...refused?.storedNow })
    if (code !== undefined) focusField(code)
  }, [refused])

  return {
    view,
    refused,
    text,
    /** How many countries have points, and their sum, as the fields or the text stand. */
    tally: (read ? null : refused?.read) ?? tallyPoints(view.rows, hasFields ? edits : read),
    status: [
      blindness && blindTexts[blindness],
      conflicts.length > 0 && describeConflict(conflicts, view.round),
      draft.news,
    ]
      .filter(Boolean)
      .join(' '),
    /** The field of a country: what it holds, and what was stored when it was filled in. */
    fieldOf({ code, points }: DeskPoints) {
      const stored = toFieldText(points)
      const edit = edits[code]
      const isTold = edit && refused?.storedNow[code] !== undefined
      const isInConflict = isTold || conflicts.some((each) => each.code === code)
      return {
        typed: edit?.typed ?? stored,
        was: edit?.was ?? stored,
        isEdited: edit !== undefined,
        error: wrong[code],
        storedNow: isInConflict ? stored : undefined,
      }
    },
    type({ code, points }: DeskPoints, typed: string) {
      setEdits((last) => ({ ...last, [code]: { typed, was: last[code]?.was ?? toFieldText(points) } }))
    },
    /** A field that says what it said before is untouched again. */
    leave({ code }: DeskPoints) {
      setEdits(({ [code]: edit, ...others }) =>
        edit ? { ...others, ...toFieldEdits({ [code]: edit.typed }, { [code]: edit.was }) } : others,
      )
    },
    paste: setText,
    submit(event: FormEvent<HTMLFormElement>) {
      if (getSubmitter(event)?.name === 'way') return
      if (firstWrong) {
        event.preventDefault()
        focusField(firstWrong.code)
        return
      }
      const sent = read
        ? Object.fromEntries(Object.entries(read).map(([code, { typed }]) => [code, typed]))
        : readSent(event)
      setState((last) => ({ ...last, draft: { ...last.draft, sent, news: '' } }))
    },
  }
}

export type Desk = ReturnType<typeof useDesk>

type Change = (last: OpenDesk) => OpenDesk

function applyChange(last: OpenDesk, change: Change): OpenDesk {
  return change(last)
}

function openDesk(loaded: DeskView, actionData: DeskActionData): OpenDesk {
  const refused = isFetchError(actionData) ? undefined : actionData
  const { typed, was } = refused ?? loaded.draft
  const stored = Object.fromEntries(loaded.rows.map(({ code, points }) => [code, toFieldText(points)]))
  const edits = toFieldEdits(typed, { ...stored, ...was })
  const text = refused?.pasted ?? loaded.draft.pasted
  return receive({ loaded, actionData, view: loaded, draft: { edits, sent: {}, news: '' }, text }, loaded)
}

/** What the loader or the action says newly; a refusal says what another desk stored, which the next press replaces. */
function update(state: OpenDesk, loaded: DeskView, actionData: DeskActionData): OpenDesk {
  const refused = state.actionData === actionData || isFetchError(actionData) ? undefined : actionData
  const edits = Object.fromEntries(
    Object.entries(state.draft.edits).map(([code, edit]) => [
      code,
      { ...edit, was: refused?.storedNow[code] ?? edit.was },
    ]),
  )
  const sent = refused ? {} : state.draft.sent
  const next = { ...state, loaded, actionData, draft: { ...state.draft, edits, sent } }
  return state.loaded === loaded ? next : receive(takeDraft(next, state.loaded), loaded)
}

/** After a press that left a text, or came to it, the server says what of it and of the fields beside it is not stored. */
function takeDraft(state: OpenDesk, before: DeskView): OpenDesk {
  const { isPasting, draft } = state.loaded
  const text =
    isPasting === before.isPasting && draft.pasted === before.draft.pasted ? state.text : draft.pasted
  if (!before.isPasting) return { ...state, text }
  const left = Object.entries(state.draft.edits).filter(([code]) => draft.typed[code] !== undefined)
  return { ...state, text, draft: { ...state.draft, edits: Object.fromEntries(left) } }
}

function receive(state: OpenDesk, view: DeskView): OpenDesk {
  return { ...state, view, draft: receivePoints(state.draft, state.view.rows, view.rows, view.round) }
}

type ParsePasted = typeof parsePastedPoints

/** What reads a pasted text, once it has arrived: only who pastes needs it. */
function usePasteParser(isPasting: boolean): ParsePasted | undefined {
  const [parser, setParser] = useState<{ parsePastedPoints: ParsePasted }>()
  useEffect(() => {
    // Without it the sum is what is stored.
    if (isPasting) import('#app/game/scoring/pasted-points.ts').then(setParser, () => undefined)
  }, [isPasting])
  return parser?.parsePastedPoints
}

/** What is understood of a text so far, as changes of the fields. */
function readText(text: string, { rows, round }: DeskView, parse: ParsePasted): FieldEdits {
  const singing = new Set(rows.map(({ code }) => code))
  const { points } = parse(text.slice(0, TEXT_LIMIT), { countries: rows, singing, title: round.title })
  return Object.fromEntries([...points].map(([code, each]) => [code, { typed: String(each), was: '' }]))
}

interface Setters {
  setState: (change: Change) => void
  setBlindness: (blindness: Blindness | null) => void
}

/** Asks what other desks entered, until the round is official. */
function useAnswers(loaded: DeskView, { setState, setBlindness }: Setters): void {
  const { season, round, isOfficial } = loaded
  const url = `/admin/desk.json?season=${season}&round=${round.roundNumber}`
  useEffect(() => {
    setBlindness(null)
    if (isOfficial) return
    return askAgain({
      url,
      seconds: 5,
      async take(response) {
        const status = response?.status ?? 0
        if (response?.ok || status === 304 || status === 401) setSessionEnded(status === 401)
        const ended = endings.get(status)
        setBlindness(ended ?? (status === 0 || status >= 500 ? 'away' : null))
        if (ended || status === 401) return 'stop'
        if (status === 304) return 'taken'
        const answer: unknown = await response?.json()
        if (!isDeskState(answer)) return 'again'
        setState((last) => (last.loaded === loaded ? receive(last, { ...last.view, ...answer }) : last))
        return answer.isOfficial ? 'stop' : 'taken'
      },
    })
  }, [url, loaded, isOfficial, setState, setBlindness])
}

const endings: ReadonlyMap<number, Blindness> = new Map([
  [400, 'round'],
  [403, 'rights'],
  [404, 'round'],
])

function isDeskState(answer: unknown): answer is DeskState {
  return typeof answer === 'object' && answer !== null && 'rows' in answer
}

/** What was typed before the page was hydrated. */
function readEdits(form: FormData): DeskDraft['edits'] {
  return toFieldEdits(readTexts(form, 'points-'), readTexts(form, 'was-'))
}

function getSubmitter({ nativeEvent }: FormEvent): HTMLButtonElement | null {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return button instanceof HTMLButtonElement ? button : null
}

/** What a press sends, by country: changed fields, or the row of a semi-final ('SE::50'). */
function readSent(event: FormEvent<HTMLFormElement>): DeskDraft['sent'] {
  const button = getSubmitter(event)
  const edits = Object.entries(readEdits(new FormData(event.currentTarget)))
  const sent = edits.map(([code, { typed }]) => [code, typed.trim()] as const)
  if (button?.name !== 'change') return Object.fromEntries(sent)
  const [code = '', , to = ''] = button.value.split(':')
  return Object.fromEntries([...sent, [code, to]])
}

/** The text fields whose names begin with `prefix`, by country code. */
function readTexts(form: FormData, prefix: string): ScoresDraft {
  const fields = [...form].filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(fields.map(([name, value]) => [name.slice(prefix.length), String(value)]))
}

function focusField(code: string): void {
  document.getElementById(`points-${code}`)?.focus()
}
