import { CONFIRMATION_LIMIT, deletionWord } from '#app/game/account-deletion.ts'
import { markName } from '#app/game/text/name.ts'
import type { DeletionPlan } from '#app/services/accounts/account-deletion.server.ts'
import { Card, CardHeader, CardTitle } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCountOf } from '#app/ui/format.ts'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** The consequences of a deletion, and the idempotency token of its form. */
export interface DeletionView extends DeletionPlan {
  idempotencyToken: string
}

interface RefusedDeletion {
  refusal: 'unconfirmed' | 'too-fast'
  typed: string
}

const refusalMessages: Record<RefusedDeletion['refusal'], ToastMessage> = {
  unconfirmed: {
    title: 'Nothing is deleted yet',
    text: `Type the word “${deletionWord}” and press the button again.`,
  },
  'too-fast': {
    title: 'Nothing is deleted yet',
    text: 'Too many changes in a short time. Please try again in a minute.',
  },
}

const confirmLabel = `Type “${deletionWord}” to confirm`

function toMessage(refusal: RefusedDeletion['refusal']) {
  const message = refusalMessages[refusal]
  return refusal === 'unconfirmed'
    ? { ...message, text: <FieldLinks fields={[{ id: 'confirm', text: confirmLabel }]} /> }
    : message
}

/** Lists the consequences and asks for a typed confirmation. Works without script. */
export function DeletionPage({
  view,
  refused,
}: {
  view: DeletionView
  refused?: RefusedDeletion | undefined
}) {
  return (
    <Main>
      <PageHeader title="Delete your account" lead="This action cannot be undone." />
      <Toasts errors={refused ? [toMessage(refused.refusal)] : []} />
      <Container className={columns.half}>
        <Card labelledBy="consequences">
          <CardHeader id="consequences" title="What will happen" />
          <div className="wrap-anywhere p-gap">
            <IconList icon="info">
              {[...view.teams.map(describeTeamLoss), ...describeLeagueLoss(view), ...commonConsequences].map(
                (text) => (
                  <Sentence key={text}>{text}</Sentence>
                ),
              )}
            </IconList>
          </div>
        </Card>
        <Card pad labelledBy="confirmation">
          <form method="post" action="/game/account/delete" className="grid gap-[0.9rem]" noValidate>
            <CardTitle id="confirmation">Are you sure?</CardTitle>
            <input type="hidden" name="once" value={view.idempotencyToken} />
            <TextField
              id="confirm"
              name="confirm"
              label={confirmLabel}
              defaultValue={refused?.typed ?? ''}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={CONFIRMATION_LIMIT}
              error={refused?.refusal === 'unconfirmed' && refusalMessages.unconfirmed.text}
            />
            <div className="flex flex-wrap items-center gap-3">
              <Button variant="bad" icon="trash">
                Delete my account
              </Button>
              <LinkButton variant="line" href="/game/account">
                Keep my account
              </LinkButton>
            </div>
          </form>
        </Card>
      </Container>
    </Main>
  )
}

const commonConsequences = [
  'Your saves, receipts and settings are deleted. You are signed out everywhere.',
  'Your account at the identity provider stays.',
  'Signing in again makes a new, empty account.',
] as const

function describeTeamLoss({
  year,
  teamName,
  isRankingPlacePreserved,
}: DeletionView['teams'][number]): string {
  const team = `“${markName(teamName)}” (${year})`
  return isRankingPlacePreserved
    ? `${team} becomes “Deleted team” in the ranking. Nobody can open its results.`
    : `${team} is deleted with its line-ups.`
}

function describeLeagueLoss({ transferred, deleted, left }: DeletionView): string[] {
  const successors = transferred.map(
    ({ leagueName, successor }) => `“${markName(leagueName)}” to ${markName(successor)}`,
  )
  const lines = [
    [
      successors,
      `${formatCountOf(successors.length, 'league')} of yours goes to its member of longest standing`,
    ],
    [deleted.map(quote), `${formatCountOf(deleted.length, 'league')} deleted: you are the last member`],
    [left.map(quote), `${formatCountOf(left.length, 'league')} left to the others`],
  ] as const
  return lines.flatMap(([names, what]) => (names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []))
}

function quote(name: string): string {
  return `“${markName(name)}”`
}
