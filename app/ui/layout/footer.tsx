import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { refreshReturnTo } from '#app/ui/consent/cookie-preferences.ts'
import { inertWhen } from '#app/ui/inert.ts'

export interface Social {
  label: string
  href: string
  icon: IconName
}

interface FooterProps {
  socials: readonly Social[]
  isSignedIn: boolean
  /** The address that opens the cookie preferences. */
  preferencesHref?: string
  inert?: boolean
}

/** The bottom of every page: tagline, two social links, legal pages, and the visitor's account. */
export function Footer({ socials, isSignedIn, preferencesHref, inert }: FooterProps) {
  return (
    <footer className="foot stage" {...inertWhen(inert)}>
      <div className="wrap">
        <p className="tag">Good evening, Europe. Your six are on.</p>
        <div className="row">
          {socials.map(({ label, href, icon }) => (
            <a key={href} href={href} rel="me noreferrer">
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </div>
        <div className="legal">
          <span>A fan-made game. Not affiliated with the EBU or the Eurovision Song Contest.</span>
          <a href="/terms-of-service">Terms of Service</a>
          <a href="/privacy-policy">Privacy Policy</a>
          {isSignedIn && <a href="/game/account">Your account</a>}
          {preferencesHref && (
            <a href={preferencesHref} onClick={refreshReturnTo.ofLink} rel="nofollow">
              Cookie preferences
            </a>
          )}
        </div>
      </div>
    </footer>
  )
}
