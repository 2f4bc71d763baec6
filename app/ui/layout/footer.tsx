import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { getPreferencesHref, refreshReturnTo } from '#app/ui/consent/cookie-preferences.ts'
import { inertWhen } from '#app/ui/inert.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { useRootData } from '#app/ui/root-data.ts'

const linkLook = 'inline-flex min-h-11 items-center no-underline hover:underline'
const legalLook = `${linkLook} font-[500] text-muted`

export function Footer({ returnTo, inert }: { returnTo: string; inert: boolean }) {
  const root = useRootData()
  return (
    <footer className="stage mt-auto bg-stage text-ink print:hidden" {...inertWhen(inert)}>
      <Container className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 py-7">
        <p className="text-balance font-[800] font-stretch-66% text-[1.75rem] leading-none [word-spacing:0.09em]">
          Good evening, Europe. Your six are on.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {root && (
            <>
              <SocialLink label="Instagram" href={root.social.instagram} icon="at-sign" />{' '}
              <SocialLink label="Bluesky" href={root.social.bluesky} icon="message-circle" />
            </>
          )}
        </div>
        <div className="flex basis-full flex-wrap items-center gap-x-6 gap-y-1 text-muted text-sm">
          <span>A fan-made game. Not affiliated with the EBU or the Eurovision Song Contest.</span>{' '}
          <a className={legalLook} href="/terms-of-service">
            Terms of Service
          </a>{' '}
          <a className={legalLook} href="/privacy-policy">
            Privacy Policy
          </a>{' '}
          {root?.isSignedIn && (
            <a className={legalLook} href="/game/account">
              Your account
            </a>
          )}{' '}
          {root && (
            <a
              className={legalLook}
              href={getPreferencesHref(returnTo)}
              onClick={refreshReturnTo.ofLink}
              rel="nofollow"
            >
              Cookie preferences
            </a>
          )}
        </div>
      </Container>
    </footer>
  )
}

function SocialLink({ label, href, icon }: { label: string; href: string; icon: IconName }) {
  return (
    <a className={`${linkLook} gap-2 font-[600] text-ink`} href={href} rel="me noreferrer">
      <Icon name={icon} />
      {label}
    </a>
  )
}
