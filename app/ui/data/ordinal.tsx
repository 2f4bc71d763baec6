import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { formatCount } from '#app/ui/format.ts'

/** A place as '2nd', its ending half the size. */
export function Ordinal({ place }: { place: number }) {
  return (
    <>
      {formatCount(place)}
      <small className="text-[0.5em]">{formatOrdinal(place).slice(-2)}</small>
    </>
  )
}
