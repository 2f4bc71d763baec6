// The bar's parts are the browser's: they have the text colour of the element.
const look =
  'block h-1.5 w-full appearance-none overflow-hidden rounded-[5px] bg-[color-mix(in_oklab,var(--ink)_16%,var(--surface))] text-spot [&::-moz-progress-bar]:bg-current [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-current forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[Highlight] forced-colors:forced-color-adjust-none print:rounded-none print:border print:border-[#000] print:bg-[#fff] print:text-[#000] print:[print-color-adjust:exact]'

/** How far something is, as a bar; what it says in numbers stands beside it. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  const percent = max > 0 ? Math.round((value / max) * 100) : 0
  return (
    <progress className={look} max={100} value={percent} aria-label={label}>
      {percent}%
    </progress>
  )
}
