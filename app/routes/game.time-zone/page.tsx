import { describeTimeZone } from '#app/game/time/time-zone.ts'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { type ToastMessage, tooFastMessage } from '#app/ui/messages/error-messages.ts'
import type { ZoneView } from './load.server.ts'

/** Action data of a refused form: the time zone is unknown, or the rate limit is exceeded. */
interface RefusedZone {
  refusal: 'unknown' | 'too-fast'
  typed: string
  returnTo: string
}

const refusalMessages: Record<RefusedZone['refusal'], ToastMessage> = {
  unknown: {
    title: 'Time zone not found',
    text: 'There is no time zone of this name. Choose one from the list, such as Europe/Zurich.',
  },
  'too-fast': tooFastMessage,
}

function toMessage(refusal: RefusedZone['refusal']) {
  const message = refusalMessages[refusal]
  return refusal === 'unknown'
    ? { ...message, text: <FieldLinks fields={[{ id: 'zone', text: 'Time zone' }]} /> }
    : message
}

/** The form for the time zone in which times are shown (D19). Works without script. */
export function ZonePage({ view, refused }: { view: ZoneView; refused?: RefusedZone | undefined }) {
  return (
    <Main>
      <PageHeader
        title="Time Zone"
        lead={<CurrentZone view={view} />}
        countries={view.countries}
        next={view.next}
      />
      <Toasts errors={refused ? [toMessage(refused.refusal)] : []} />
      <Container>
        <Card pad labelledBy="choose-zone">
          <form method="post" action="/game/time-zone" className="grid gap-[0.9rem]" noValidate>
            <CardTitle id="choose-zone">Choose a time zone</CardTitle>
            <input type="hidden" name="returnTo" value={refused?.returnTo ?? view.returnTo} />
            <TextField
              id="zone"
              name="zone"
              label="Time zone"
              list="zones"
              defaultValue={refused?.typed ?? view.typed}
              autoComplete="off"
              spellCheck={false}
              help="A city will do: Zurich, or St John’s."
              error={refused?.refusal === 'unknown' && refusalMessages.unknown.text}
            />
            <datalist id="zones">
              {view.zones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="spot" name="intent" value="save">
                Save time zone
              </Button>
              <Button variant="line" name="intent" value="browser">
                Use my browser’s
              </Button>
              <Button variant="line" name="intent" value="host">
                Use {view.hostCity} time
              </Button>
            </div>
            <p className="text-muted text-sm">
              Without a choice: your browser’s, or {view.hostCity} time if it does not say.
            </p>
          </form>
        </Card>
      </Container>
    </Main>
  )
}

function CurrentZone({ view }: { view: ZoneView }) {
  if (view.source === 'host') return <>Times are shown as in {view.hostCity}, the host city.</>
  const whose = view.source === 'visitor' ? 'as you chose' : 'as your browser says'
  return (
    <>
      Times are shown in {describeTimeZone(view.timeZone)}, {whose}.
    </>
  )
}
