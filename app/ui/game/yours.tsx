/** Beside a country that is among the visitor's own six. */
export function Yours() {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-xs">
      <span className="size-3 bg-spot-ink [clip-path:var(--lamp)] forced-colors:border" />
      Yours
    </span>
  )
}
