import { type FormEvent, useEffect, useReducer, useState } from 'react'
import {
  type DeskDraft,
  type DeskPoints,
  describeConflict,
  type FieldEdits,
  findWrongFields,
  listConflicts,
  PASTED_LIMIT,
  pastedTooLongText,
  tallyPoints,
  toFieldEdits,
  toFieldText,
  toReadDraft,
} from '#app/game/scoring/desk-draft.ts'
import type { PastedPoints, parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import type { DeskEnd, DeskState } from '#app/server/desk/desk-state.server.ts'
import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import { setSessionEnded } from '#app/ui/feedback/session-ended.ts'
import { usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { askAgain } from '#app/ui/hooks/ask-again.ts'
import { applyChange, type Change, openDesk, receive, update } from './open-desk.ts'
import { DESK_FORM, type DeskView, type RefusedDesk } from './view.ts'

/**
 * The desk that is open in a browser: what is typed, and what other desks stored meanwhile. Without script it is what the loader
 * and a refused form say.
 */
export function useDesk(loaded: DeskView, refused: RefusedDesk | undefined, failed: FetchError | undefined) {
  // A reducer: useState may compute the next state from a render that React gives up, and the desk fell back to older points.
  const [state, setState] = useReducer(applyChange, null, () => openDesk(loaded, refused))
  if (state.loaded !== loaded || state.refused !== refused || state.failed !== failed)
    setState((last) => update(last, { loaded, refused, failed }))
  const blind = useAnswers(loaded, setState)
  const parse = usePasteParser(loaded.isPasting)
  const { view, draft, kept } = state
  const { edits } = draft
  const parsed = parse && view.isPasting ? readText(kept.pasted, view, parse, kept.column) : undefined
  const reading = parsed ?? refused?.reading ?? undefined
  const read = reading && toFieldEdits(toReadDraft(reading), {})
  const hasFields = view.round.isFinal && !view.isPasting
  const wrong = hasFields ? findWrongFields(view.rows, edits) : {}
  const conflicts = hasFields ? listConflicts(view.rows, edits) : []
  const firstWrong = view.rows.find(({ code }) => wrong[code])
  const isTooLong = kept.pasted.length > PASTED_LIMIT
  const wrongId = isTooLong ? 'pasted' : firstWrong && `points-${firstWrong.code}`
  const setEdits = (change: (edits: DeskDraft['edits']) => DeskDraft['edits']) =>
    setState((last) => ({ ...last, draft: { ...last.draft, edits: change(last.draft.edits) } }))

  const setText = (pasted: string) =>
    setState((last) => {
      // Another text may have its points in another column. Fields have no '\r'.
      const isSame = pasted === last.kept.pasted.replaceAll('\r', '')
      return { ...last, kept: { ...last.kept, pasted, column: isSame ? last.kept.column : undefined } }
    })

  usePreHydrationInput(DESK_FORM, (form) => {
    setEdits(() => readEdits(form, view.rows))
    if (view.isPasting) setText(String(form.get('pasted')))
  })
  const isTold = refused?.ask ? true : !refused && loaded.pressed === 'done'
  useEffect(() => {
    const [code] = Object.keys({ ...refused?.errors, ...refused?.storedNow })
    document.getElementById(isTold ? 'desk-status' : `points-${code}`)?.focus()
  }, [refused, isTold])

  return {
    view,
    refused,
    kept,
    reading,
    textError: isTooLong ? pastedTooLongText : refused?.isPreview ? undefined : refused?.text,
    /** How many countries have points, and their sum, as the fields or the text stand. */
    tally: tallyPoints(view.rows, hasFields ? edits : read),
    status:
      refused?.ask?.text ||
      view.officialText ||
      [blind, conflicts.length > 0 && describeConflict(conflicts, view.round), draft.news]
        .filter(Boolean)
        .join(' '),
    /** Whether the status is what came of the last press: then it has the focus. */
    isTold,
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
      const { name, value = '' } = getSubmitter(event) ?? {}
      if (name === 'way' && !isTooLong) return
      if (wrongId) {
        event.preventDefault()
        document.getElementById(wrongId)?.focus()
        return
      }
      const fields = Object.entries(view.isPasting ? (read ?? {}) : edits)
      const sent = fields.map(([code, { typed }]) => [code, typed] as const)
      const [row = '', , points = ''] = value.split(':')
      if (name === 'change') sent.push([row, points])
      const sentText = view.isPasting ? { text: kept.pasted, isRead: reading !== undefined } : undefined
      setState((last) => ({
        ...last,
        sentText,
        draft: { ...last.draft, sent: Object.fromEntries(sent), news: '' },
      }))
    },
  }
}

export type Desk = ReturnType<typeof useDesk>

/** Asks what other desks entered, until the round is official. Returns why nothing of them is seen; empty when it is. */
function useAnswers(loaded: DeskView, change: (change: Change) => void): string {
  const [blind, setBlind] = useState('')
  const { season, round, isOfficial } = loaded
  const url = `/admin/desk.json?season=${season}&round=${round.roundNumber}`
  useEffect(() => {
    setBlind('')
    if (isOfficial) return
    return askAgain({
      url,
      seconds: 5,
      take(answer) {
        const { status = 0, body } = answer ?? {}
        if (status === 200 || status === 304 || status === 401) setSessionEnded(status === 401)
        setBlind(status && status < 500 ? '' : awayText)
        if (status === 401) return 'stop'
        if (status === 304) return 'taken'
        if (!isAnswer(body)) return 'again'
        if ('ended' in body) {
          setBlind(body.ended)
          return 'stop'
        }
        change((last) => (last.loaded === loaded ? receive(last, { ...last.view, ...body }) : last))
        return body.isOfficial ? 'stop' : 'taken'
      },
    })
  }, [url, loaded, isOfficial, change])
  return blind
}

const awayText = 'No answer: other desks are not shown.'

function isAnswer(answer: unknown): answer is DeskState | DeskEnd {
  return typeof answer === 'object' && answer !== null && ('rows' in answer || 'ended' in answer)
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

/** What is understood of a text so far. */
function readText(
  text: string,
  { rows, round, sum }: DeskView,
  parse: ParsePasted,
  column: number | undefined,
): PastedPoints {
  const singing = new Set(rows.map(({ code }) => code))
  const total = sum?.outOf ?? 0
  return parse(text.slice(0, PASTED_LIMIT), { countries: rows, singing, title: round.title, total, column })
}

/** What was typed before the page was hydrated. */
function readEdits(form: FormData, rows: readonly DeskPoints[]): FieldEdits {
  const read = (prefix: string) =>
    Object.fromEntries(rows.map(({ code }) => [code, String(form.get(prefix + code) ?? '')]))
  return toFieldEdits(read('points-'), read('was-'))
}

function getSubmitter({ nativeEvent }: FormEvent): HTMLButtonElement | null {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  return button instanceof HTMLButtonElement ? button : null
}
