import type { FormattedInstant } from '#app/game/time/instant.ts'

/** Says above a title that the points on the page are not official yet, and of which minute they are (D34). */
export function LiveBadge({ live }: { live: FormattedInstant | null }) {
  if (!live) return null
  return (
    <p className="mt-3 mb-1 inline-flex min-h-8 items-center gap-2 self-start rounded-[4px] border-[1.5px] border-spot-ink px-[0.6rem] font-[680] font-stretch-106% text-xs">
      <span className="size-3.25 flex-none bg-spot [clip-path:var(--lamp)] forced-colors:border" />
      <span>
        Live, not official · <time dateTime={live.iso}>{live.text}</time>
      </span>
    </p>
  )
}
