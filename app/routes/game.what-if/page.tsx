import { Fragment } from 'react'
import { WHAT_IF_LIMIT } from '#app/game/scoreboard/what-if.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Anchor, Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { NoTeamCard } from '#app/ui/game/no-team-card.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { AnswerCard } from './answer-card.tsx'
import type { WhatIfView } from './load.server.ts'

/** What the own places would be if some countries had other points; by links and a plain form, whose addresses can be sent on. */
export function WhatIfPage({ view }: { view: WhatIfView }) {
  return (
    <Main>
      <PageHeader
        title="What if …"
        lead={`${view.title}: where you would be with other ${view.isSemiFinal ? 'qualifiers' : 'points'}.`}
        countries={view.countries}
        live={view.live}
      >
        <TextLink href="/game/live">Back to live</TextLink>
      </PageHeader>
      <Toasts errors={listErrors(view)} />
      <Container className={columns.half}>
        {view.newcomer && <NoTeamCard {...view.newcomer} />}
        {!view.hasPoints ? (
          <NoPointsCard isHidden={view.isHidden} />
        ) : view.newcomer ? (
          <StandingCard view={view} />
        ) : (
          <>
            {view.answer && <AnswerCard answer={view.answer} />}
            <QuestionCard view={view} />
          </>
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
  TOO_MANY: { title: 'Too many people are asking right now', text: 'Please try again in a few seconds.' },
}

function listErrors({ refusal, error }: WhatIfView): ToastMessage[] {
  if (refusal) return [refusals[refusal]]
  return error ? [{ title: 'This could not be worked out', text: error }] : []
}

function NoPointsCard({ isHidden }: Pick<WhatIfView, 'isHidden'>) {
  const until = isHidden ? 'you show them' : 'the first points are live'
  return (
    <TitledCard id="no-points" title={isHidden ? 'Points are hidden' : 'No points yet'}>
      <p>{`Once ${until} you can change them here.`}</p>
    </TitledCard>
  )
}

/** The countries that have points, the highest first. */
function StandingCard({ view: { singers, isSemiFinal } }: { view: WhatIfView }) {
  const scored = singers.filter(({ points }) => points > 0)
  return (
    <TitledCard id="standing" title="As it stands">
      <p>
        {scored.map(({ country, points }) => (isSemiFinal ? country : `${country} ${points}`)).join(', ')}
      </p>
    </TitledCard>
  )
}

/** The countries of the show, the highest first: a press changes what one has, or lets its points be typed. */
function QuestionCard({ view: { rows, singers, isSemiFinal, open, hint } }: { view: WhatIfView }) {
  const isFull = rows.length >= WHAT_IF_LIMIT
  return (
    <Card labelledBy="question">
      <CardHeader id="question" title={isSemiFinal ? 'Other qualifiers' : 'Other points'}>
        {rows.length > 0 && <TextLink href="/game/what-if">Start again</TextLink>}
      </CardHeader>
      <p className={`px-gap py-3 text-sm ${hint ? 'font-bold' : 'text-muted'}`}>
        {hint ??
          (isFull
            ? `You have changed ${WHAT_IF_LIMIT}, the most at once. Press one to change it again.`
            : `Press up to ${WHAT_IF_LIMIT} countries.`)}
      </p>
      <ol>
        {singers.map((singer) => {
          const change = rows.find((row) => row.code === singer.code)
          const press = { singer, change, others: rows.filter((row) => row !== change), isSemiFinal }
          return (
            <li key={singer.code} className="border-line border-t">
              {singer.code === open ? (
                <PointsForm {...press} />
              ) : (
                <SingerRow {...press} href={isFull && !change ? null : toPressHref(press)} />
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

type Singer = WhatIfView['singers'][number]
type Change = WhatIfView['rows'][number]

interface Press {
  singer: Singer
  change: Change | undefined
  others: readonly Change[]
  isSemiFinal: boolean
}

/** Where a press of a country leads: in a semi-final it is through or not instead, in the final its points can be typed. */
function toPressHref({ singer, change, others, isSemiFinal }: Press): string {
  if (!isSemiFinal) return toHref(change ? [...others, change] : others, singer.code)
  return toHref(change ? others : [...others, { code: singer.code, points: singer.points > 0 ? '0' : '50' }])
}

function toHref(changes: readonly Pick<Change, 'code' | 'points'>[], open = ''): string {
  const fields = changes.flatMap(({ code, points }) => [
    ['country', code],
    ['points', points],
  ])
  const query = new URLSearchParams([...fields, ...(open ? [['open', open]] : [])]).toString()
  return query ? `/game/what-if?${query}` : '/game/what-if'
}

const singerRowLook =
  'grid min-h-13 grid-cols-[1.75rem_minmax(6.5rem,1fr)_auto] items-center gap-x-3 px-gap py-2 text-inherit no-underline'

/** `href`: null where nothing more can be changed. */
function SingerRow({ singer, change, isSemiFinal, href }: Press & { href: string | null }) {
  const { code, country, now } = singer
  const content = (
    <>
      <Flag code={code} size="s" /> <b className="wrap-anywhere leading-[1.25]">{country}</b>{' '}
      <span className="grid justify-items-end text-right text-sm">
        {change && (
          <Badge tone="spot">
            {isSemiFinal ? (Number(change.points) > 0 ? 'Through' : 'Not through') : change.points}
          </Badge>
        )}{' '}
        <span className="text-muted first-letter:uppercase">{change ? `instead of ${now}` : now}</span>
      </span>
    </>
  )
  return href ? (
    <Anchor className={`${singerRowLook} hover:bg-raised`} href={href}>
      {content}
    </Anchor>
  ) : (
    <div className={singerRowLook}>{content}</div>
  )
}

function PointsForm({ singer: { code, country, points }, change, others }: Press) {
  return (
    <form method="get" action="/game/what-if" className="grid gap-3 p-gap">
      {others.map((other) => (
        <Fragment key={other.code}>
          <input type="hidden" name="country" value={other.code} />
          <input type="hidden" name="points" value={other.points} />
        </Fragment>
      ))}
      <input type="hidden" name="country" value={code} />
      <TextField
        id="points"
        name="points"
        label={`Points of ${country}, now ${points}`}
        defaultValue={change?.points ?? ''}
        inputMode="numeric"
        autoComplete="off"
        error={change?.error && '0 to 9999'}
        autoFocus
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="spot">Work it out</Button>
        <TextLink href={toHref(others)}>{change ? `Undo the change of ${country}` : 'Cancel'}</TextLink>
      </div>
    </form>
  )
}
