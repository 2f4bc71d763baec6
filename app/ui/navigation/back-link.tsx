import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { TextLink } from './text-link.tsx'

/** A link to the page above this one. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink className="-ml-[0.15rem]" href={href}>
      <Icon name="arrow-left" />
      {children}
    </TextLink>
  )
}
