import type { Entry } from '#app/game/season/contest.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Badge } from '#app/ui/data/badge.tsx'

/** Says that a form's draft is not saved, and discards it at a press. */
export function UnsavedChanges() {
  return (
    <span className="flex w-min flex-auto flex-wrap items-center gap-x-2 max-2xs:[&>*]:whitespace-normal max-xs:[&_svg]:hidden">
      <Badge tone="warn">Unsaved Changes</Badge>{' '}
      <button
        type="submit"
        className="-my-2 min-h-11 min-w-11 text-sm underline underline-offset-3"
        name="intent"
        value="discard"
      >
        Discard
      </button>{' '}
    </span>
  )
}

/** Says that changes which were left unsaved are back (D52). */
export function LeftDraftNotice() {
  return <p className="mt-1">Your unsaved changes are back.</p>
}

/** What was saved elsewhere since the draft was begun, beside the button that replaces it. `name`: a team's; none for a line-up. */
export function SavedMeanwhile({ name, entries }: { name?: string; entries: readonly Entry[] }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <b>Saved elsewhere: </b>
      {name && <span translate="no">{name}: </span>}
      {entries.map(({ code, country }, index) => (
        <span key={code} className="flex items-center gap-1">
          <Flag code={code} size="s" />{' '}
          {/* A phone has room for the flags only: the bar must not cover what Tab reaches. */}
          <span className="max-md:sr-only">
            {country}
            {index < entries.length - 1 ? ', ' : '. '}
          </span>
        </span>
      ))}
      <span>Save replaces it, Discard keeps it.</span>
    </p>
  )
}
