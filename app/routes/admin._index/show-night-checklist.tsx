import { Card } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'

/** The admin's steps on show night, in order. */
export function ShowNightChecklist() {
  return (
    <Card pad labelledBy="work-order">
      <h2 className="t" id="work-order">
        Order of work
      </h2>
      <IconList icon="check">
        {'Save player scores. Nothing is public yet; an empty input counts as 0.'}
        {'Compute team scores. Rankings change for everyone at once.'}
        {'A wrong number? Correct it, save and compute again: the old result is replaced.'}
      </IconList>
    </Card>
  )
}
