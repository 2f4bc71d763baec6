import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { TotalLine, Totals } from '#app/ui/data/totals.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Button } from '#app/ui/forms/button.tsx'
import type { AdminView } from './load.server.ts'

/** Counts of sent and waiting mails, without addresses. */
export function MailCard({ mails }: Pick<AdminView, 'mails'>) {
  const figures = [
    ['Confirmed addresses', mails.addresses],
    ['Waiting', mails.waiting],
    ['Sent', mails.sent],
    ['Failed', mails.failed],
  ] as const
  return (
    <Card stack labelledBy="mails">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle id="mails">Mails</CardTitle>
        {mails.isOn ? <Badge tone="ok">On</Badge> : <Badge tone="warn">Off</Badge>}
      </div>
      {!mails.isOn && (
        <p>No mail server is configured, so no mails go out. Notices still appear on the dashboard.</p>
      )}
      <Totals>
        {figures.map(([label, count]) => (
          <TotalLine key={label} label={label}>
            <span translate="no">{formatCount(count)}</span>
          </TotalLine>
        ))}
      </Totals>
      <Failures failures={mails.failures} />
      {mails.isOn && <TestMail hasAddress={mails.hasAddress} />}
    </Card>
  )
}

type Mails = AdminView['mails']

const kinds: Record<Mails['failures'][number]['kind'], string> = {
  confirm: 'Confirmation',
  test: 'Test mail',
  season: 'New game',
  reminder: 'Reminder',
  results: 'Results',
}

function Failures({ failures }: Pick<Mails, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <div>
      <h3 className="text-sm">Last failures</h3>
      <IconList icon="circle-alert">
        {failures.map(({ kind, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once, and two items may be equal
          <span key={index}>
            {kinds[kind]}: {reason}
          </span>
        ))}
      </IconList>
    </div>
  )
}

function TestMail({ hasAddress }: Pick<Mails, 'hasAddress'>) {
  if (!hasAddress) {
    return (
      <p className="text-muted text-sm">
        <a href="/game/notifications">Confirm an address of your own</a> to send yourself a test mail.
      </p>
    )
  }
  return (
    <form method="post" action="/admin/mails">
      <Button variant="line" icon="mail">
        Send me a test mail
      </Button>
    </form>
  )
}
