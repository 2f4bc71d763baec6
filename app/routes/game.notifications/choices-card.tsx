import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { Card, CardTitle, TitledCard } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'

/** The three choices (word for word from the spec), in the order in which they happen in a season. */
const noticeChoices = [
  { kind: 'season', label: 'When a new game begins', help: 'One mail a year.' },
  {
    kind: 'reminder',
    label: 'Before a deadline, only if my line-up is not set',
    help: '24 hours and 2 hours before a show. None once you have saved your order.',
  },
  {
    kind: 'results',
    label: 'When results are out',
    help: 'An hour after a show is computed. The subject line gives nothing away.',
  },
] as const

/** The kinds of mail for the confirmed address: three checkboxes and one button. */
export function ChoicesCard({ choices }: { choices: NotificationChoices }) {
  return (
    <Card pad labelledBy="choices">
      <form method="post" action="/game/notifications" aria-labelledby="choices">
        <CardTitle id="choices">Write to me</CardTitle>
        <div className="my-3">
          {noticeChoices.map(({ kind, ...texts }) => (
            <CheckField key={kind} name={kind} {...texts} defaultChecked={choices[kind]} />
          ))}
        </div>
        <Button variant="spot" icon="save" name="intent" value="choices">
          Save choices
        </Button>
      </form>
    </Card>
  )
}

/** The same list as text, before there is a confirmed address. */
export function PossibleChoices() {
  return (
    <TitledCard id="choices" title="What we can write to you">
      <IconList icon="check" className="mt-[0.6rem]">
        {noticeChoices.map(({ kind, label, help }) => (
          <span key={kind}>
            <b>{label}</b>
            <br />
            {help}
          </span>
        ))}
      </IconList>
      <p className="text-muted text-sm">
        Confirm your address, then choose. Every mail has a link that stops such mails.
      </p>
    </TitledCard>
  )
}
