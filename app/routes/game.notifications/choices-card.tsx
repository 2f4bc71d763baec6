import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { Card, CardTitle, TitledCard } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'
import { noticeChoiceTexts, noticeKinds } from '#app/ui/messages/notification-choices.ts'

/** The kinds of mail for the confirmed address: three checkboxes and one button. */
export function ChoicesCard({ choices }: { choices: NotificationChoices }) {
  return (
    <Card pad labelledBy="choices">
      <form method="post" action="/game/notifications" aria-labelledby="choices">
        <CardTitle id="choices">Write to me</CardTitle>
        <div className="my-3">
          {noticeKinds.map((kind) => (
            <CheckField
              key={kind}
              name={kind}
              label={noticeChoiceTexts[kind].label}
              help={noticeChoiceTexts[kind].help}
              defaultChecked={choices[kind]}
            />
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
        {noticeKinds.map((kind) => (
          <span key={kind}>
            <b>{noticeChoiceTexts[kind].label}</b>
            <br />
            {noticeChoiceTexts[kind].help}
          </span>
        ))}
      </IconList>
      <p className="text-muted text-sm">
        Confirm your address, then choose. Every mail has a link that ends such mails.
      </p>
    </TitledCard>
  )
}
