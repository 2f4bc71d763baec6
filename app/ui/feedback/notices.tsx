import type { NoticeView } from '#app/game/notification/notice.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { IconButton } from '#app/ui/forms/button.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/**
 * What a manager without a confirmed mail address reads on the site instead, until they dismiss it. The form is a plain
 * one: the document loads again, with script and without, on the page that has them (`returnTo`).
 */
export function Notices({ notices, returnTo }: { notices: readonly NoticeView[]; returnTo: string }) {
  if (notices.length === 0) return null
  return (
    <section className="mx-auto w-full max-w-wrap px-page" aria-label="Notices">
      <ul className="mb-gap grid gap-px overflow-hidden rounded-lg border border-line bg-line">
        {notices.map((notice) => (
          <li
            key={notice.name}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-[0.9rem] bg-surface px-[1.1rem] py-[0.85rem] md:items-center"
          >
            <Icon name="bell" className="text-spot-ink max-md:mt-[0.15em]" />
            <NoticeText notice={notice} />
            <form method="post" action="/game/notifications">
              <input type="hidden" name="cause" value={notice.name} />
              <input type="hidden" name="returnTo" value={returnTo} />
              <IconButton
                icon="x"
                label={`Dismiss: ${getNoticeTitle(notice)}`}
                name="intent"
                value="dismiss"
              />
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoticeText({ notice }: { notice: NoticeView }) {
  const { text, href, label } = getNoticeLink(notice)
  const deadline = notice.kind === 'reminder' ? notice.round?.deadline : undefined
  return (
    <div>
      <p>
        <b>{getNoticeTitle(notice)}</b>
      </p>
      <p className="text-sm">
        {deadline && (
          <>
            It closes <time dateTime={deadline.iso}>{deadline.text}</time>.{' '}
          </>
        )}
        {text} <TextLink href={href}>{label}</TextLink>
      </p>
    </div>
  )
}

function getNoticeTitle({ kind, year, round }: NoticeView): string {
  switch (kind) {
    case 'season':
      return `The ${year} game has begun`
    case 'reminder':
      return `${round?.title ?? 'The next round'} closes soon`
    case 'results':
      return `The ${nameRound(round?.title ?? 'last round')}'s results are out`
  }
}

function getNoticeLink({ kind, round, hasTeam }: NoticeView): { text: string; href: string; label: string } {
  if (kind === 'results') {
    const href = round ? `/game/results?round=${round.roundNumber}` : '/game/results'
    return { text: 'Points and ranks are computed.', href, label: 'View Results' }
  }
  if (!hasTeam) return { text: 'Six lamps are waiting.', href: '/game/team', label: 'Create Your Team' }
  return {
    text: "Not set yet: we use your team's order, singers first.",
    href: '/game/lineup',
    label: 'Set line-up',
  }
}
