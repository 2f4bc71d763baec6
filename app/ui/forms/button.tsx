import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'
import { SoftLink } from '#app/ui/navigation/soft-link.tsx'

/** spot: the one main action of a view; ink: solid; line: outline; bad: destructive. */
export type ButtonVariant = 'spot' | 'ink' | 'line' | 'bad'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: 'lg' | 'field'
  icon?: IconName
}

function getButtonClass(
  { variant = 'ink', size }: ButtonStyle,
  ...more: (string | false | undefined)[]
): string {
  return classes('btn', variant !== 'ink' && `btn-${variant}`, size && `btn-${size}`, ...more)
}

/** A button, of type `submit` by default. A disabled one shows a lock: give the reason in text beside it. */
export function Button({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonStyle & ComponentPropsWithoutRef<'button'>) {
  const shownIcon = rest.disabled && icon ? 'lock' : icon
  return (
    <button {...rest} className={getButtonClass({ variant, size }, className)}>
      {shownIcon && <Icon name={shownIcon} />}
      {children}
    </button>
  )
}

/** A square button of 44 px; `label` is its accessible name. A disabled one shows a lock unless `keepIcon`. */
export function IconButton({
  icon,
  label,
  variant = 'line',
  keepIcon,
  className,
  ...rest
}: {
  icon: IconName
  label: string
  variant?: ButtonVariant
  keepIcon?: boolean
} & ComponentPropsWithoutRef<'button'>) {
  return (
    <button {...rest} className={getButtonClass({ variant }, 'btn-i', className)} aria-label={label}>
      <Icon name={rest.disabled && !keepIcon ? 'lock' : icon} />
    </button>
  )
}

interface LinkTarget {
  href: string
  /** Navigates without loading a document where script runs; only between game pages. */
  soft?: boolean
}

type Anchor = LinkTarget & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/** A link; loads the document unless `soft`. */
export function Anchor({ href, soft, ...rest }: Anchor): ReactNode {
  return soft ? <SoftLink href={href} {...rest} /> : <a href={href} {...rest} />
}

export function LinkButton({ variant, size, icon, className, children, ...rest }: ButtonStyle & Anchor) {
  return (
    <Anchor {...rest} className={getButtonClass({ variant, size }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  )
}

/** A square link of 44 px; `label` is its accessible name. */
export function IconLink({
  icon,
  label,
  variant = 'line',
  className,
  ...rest
}: { icon: IconName; label: string; variant?: ButtonVariant } & Anchor) {
  return (
    <Anchor {...rest} className={getButtonClass({ variant }, 'btn-i', className)} aria-label={label}>
      <Icon name={icon} />
    </Anchor>
  )
}
