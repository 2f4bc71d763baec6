import { Unit } from '#app/ui/data/unit.tsx'

/** A place as '2nd' with a small ending; '-' stands alone. */
export function PlaceNumeral({ place }: { place: string }) {
  const end = place.length > 2 ? -2 : 1
  return (
    <>
      {place.slice(0, end)}
      <Unit>{place.slice(end)}</Unit>
    </>
  )
}
