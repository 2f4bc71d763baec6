import type { ReactNode } from 'react'
import { WHAT_IF_LIMIT } from '#app/game/scoreboard/what-if.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { Card, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCountOf, formatPoints } from '#app/ui/format.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { MovementText } from '#app/ui/game/movement.tsx'
import { ThroughOptions } from '#app/ui/game/through-options.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { WhatIfView } from './load.server.ts'

/** What the own places would be if some countries had other points; a plain form, whose address can be sent on. */
export function WhatIfPage({ view }: { view: WhatIfView }) {
  return (
    <Main>
      <PageHeader
        title="What if …"
        lead={`${view.title}: other ${view.isSemiFinal ? 'qualifiers' : 'points'}, and your places then.`}
        countries={view.countries}
        live={view.live}
      >
        <TextLink href="/game/live">Back to live</TextLink>
      </PageHeader>
      <Toasts errors={listErrors(view)} />
      <Container className={columns.half}>
        {view.hasPoints ? (
          <>
            <QuestionCard view={view} />
            {view.answer && <AnswerCard answer={view.answer} />}
          </>
        ) : (
          <NoPointsCard isHidden={view.isHidden} />
        )}
      </Container>
    </Main>
  )
}

const refusals: Record<NonNullable<WhatIfView['refusal']>, ToastMessage> = {
  ONE_AT_A_TIME: {
    title: 'One question at a time',
    text: 'Your last one is still being worked out. Please try again in a few seconds.',
  },
  TOO_MANY: { title: 'Very many ask at the moment', text: 'Please try again in a few seconds.' },
}

/** The page's message: rows with errors say themselves what is wrong. */
function listErrors({ refusal, error, rows }: WhatIfView): ToastMessage[] {
  if (refusal) return [refusals[refusal]]
  const wrong = rows.find((row) => row.error !== null)?.error?.text
  const text = error ?? wrong
  return text ? [{ title: 'This could not be worked out', text }] : []
}

function NoPointsCard({ isHidden }: Pick<WhatIfView, 'isHidden'>) {
  return isHidden ? (
    <TitledCard id="no-points" title="Points are hidden">
      <p>Once you show them you can change them here.</p>
    </TitledCard>
  ) : (
    <TitledCard id="no-points" title="No points yet">
      <p>Once the first points are live you can change them here.</p>
    </TitledCard>
  )
}

function QuestionCard({ view: { rows, singers, isSemiFinal } }: { view: WhatIfView }) {
  return (
    <TitledCard id="question" title={isSemiFinal ? 'Other qualifiers' : 'Other points'} stack>
      <p className="text-muted text-sm">
        Up to {WHAT_IF_LIMIT} countries. All others{' '}
        {isSemiFinal ? 'stay as they are now' : 'keep the points that they have now'}.
      </p>
      <form method="get" action="/game/what-if" className="grid gap-3">
        {rows.map((row, at) => (
          <QuestionRow
            key={rowKeys[at]}
            row={row}
            number={at + 1}
            singers={singers}
            isSemiFinal={isSemiFinal}
            isFocused={at === rows.findIndex(({ error }) => error)}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="spot">Work it out</Button>
          <TextLink href="/game/what-if">Start again</TextLink>
        </div>
      </form>
    </TitledCard>
  )
}

const rowKeys = ['a', 'b', 'c', 'd', 'e']

interface QuestionRowProps {
  row: WhatIfView['rows'][number]
  number: number
  singers: WhatIfView['singers']
  isSemiFinal: boolean
  /** Whether it is the first that is wrong. */
  isFocused: boolean
}

function QuestionRow({ row, number, singers, isSemiFinal, isFocused }: QuestionRowProps) {
  const { code, points, error } = row
  const isWrong = error?.field === 'points'
  const field = { name: 'points', defaultValue: points, autoFocus: isFocused && isWrong }
  return (
    <div
      className={
        isSemiFinal
          ? 'grid grid-cols-[minmax(0,1fr)_9.5rem] gap-3 max-2xs:grid-cols-1'
          : 'grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-3'
      }
    >
      <SelectField
        id={`country-${number}`}
        name="country"
        label={`Country ${number}`}
        defaultValue={code}
        error={error?.field === 'country' && error.text}
        autoFocus={isFocused && !isWrong}
      >
        <option value="">-</option>
        {singers.map((singer) => (
          <option key={singer.code} value={singer.code}>
            {singer.country}
            {isSemiFinal ? singer.points > 0 && ' (through)' : ` (${singer.points})`}
          </option>
        ))}
      </SelectField>
      {isSemiFinal ? (
        <SelectField
          {...field}
          id={`points-${number}`}
          label={`Result ${number}`}
          error={isWrong && 'Through or not'}
        >
          <option value="">-</option>
          <ThroughOptions />
        </SelectField>
      ) : (
        <TextField
          {...field}
          id={`points-${number}`}
          label={`Points ${number}`}
          inputMode="numeric"
          autoComplete="off"
          error={isWrong && '0 to 9999'}
        />
      )}
    </div>
  )
}

type Answer = NonNullable<WhatIfView['answer']>

function AnswerCard({ answer: { world, leagues } }: { answer: Answer }) {
  return (
    <Card stage labelledBy="answer">
      <CardHeader id="answer" title="Then you have">
        <p className="text-muted text-sm">
          {formatPoints(world.changed.totalHundredths)} points, now {formatPoints(world.now.totalHundredths)}
        </p>
      </CardHeader>
      <ul>
        {leagues.map(({ id, leagueName, memberCount, now, changed }) => (
          <Place
            key={id}
            name={<bdi translate="no">{leagueName}</bdi>}
            of={memberCount}
            now={now.rank}
            changed={changed}
          />
        ))}
        <Place
          name={`All ${formatCountOf(world.teamCount, 'team')}`}
          of={null}
          now={world.now.rank}
          changed={world.changed}
        />
      </ul>
    </Card>
  )
}

interface PlaceProps {
  name: ReactNode
  /** How many teams the league has; null where the name says it. */
  of: number | null
  now: number | null
  changed: { rank: number; tied: number } | null
}

function Place({ name, of, now, changed }: PlaceProps) {
  const shared = changed && changed.tied > 1 ? `shared by ${formatCountOf(changed.tied, 'team')}` : null
  const details = [of === null ? null : formatCountOf(of, 'team'), shared].filter(Boolean).join(', ')
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-x-3 border-line not-first:border-t px-gap py-3">
      <Num className="whitespace-nowrap text-num-md">{changed ? formatOrdinal(changed.rank) : '-'}</Num>{' '}
      <span>
        <b className="wrap-anywhere block leading-[1.25]">{name}</b>{' '}
        <span className="flex flex-wrap gap-x-2 text-muted text-sm">
          {now !== null && changed && (
            <span>
              now {formatOrdinal(now)} <MovementText places={now - changed.rank} />
            </span>
          )}{' '}
          {details && <span>{details}</span>}
        </span>
      </span>
    </li>
  )
}
