import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { getPreferencesHref, refreshReturnTo } from '#app/ui/consent/cookie-preferences.ts'
import { inertWhen } from '#app/ui/inert.ts'
import { useRootData } from '#app/ui/root-data.ts'

export function Footer({ returnTo, inert }: { returnTo: string; inert: boolean }) {
  const root = useRootData()
  return (
    <footer className="foot stage relative isolate overflow-clip bg-stage text-ink" {...inertWhen(inert)}>
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <p className="tag">Good evening, Europe. Your six are on.</p>
        <div className="flex flex-wrap items-center gap-3 row">
          {root && (
            <>
              <SocialLink label="Instagram" href={root.social.instagram} icon="at-sign" />
              <SocialLink label="Bluesky" href={root.social.bluesky} icon="message-circle" />
            </>
          )}
        </div>
        <div className="legal">
          <span>A fan-made game. Not affiliated with the EBU or the Eurovision Song Contest.</span>
          <a href="/terms-of-service">Terms of Service</a>
          <a href="/privacy-policy">Privacy Policy</a>
          {root?.isSignedIn && <a href="/game/account">Your account</a>}
          {root && (
            <a href={getPreferencesHref(returnTo)} onClick={refreshReturnTo.ofLink} rel="nofollow">
              Cookie preferences
            </a>
          )}
        </div>
      </div>
    </footer>
  )
}

function SocialLink({ label, href, icon }: { label: string; href: string; icon: IconName }) {
  return (
    <a href={href} rel="me noreferrer">
      <Icon name={icon} />
      {label}
    </a>
  )
}
