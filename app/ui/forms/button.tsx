import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'
import { SoftLink } from '#app/ui/navigation/soft-link.tsx'

const look =
  'inline-flex items-center justify-center gap-2 rounded-md border-[1.5px] text-center leading-[1.15] font-[680] font-stretch-103% no-underline transition-[background-color,border-color,translate] duration-120 active:[translate:0_1px] print:hidden'

const disabledLook =
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted disabled:[translate:none]'

/** spot: the one main action of a view; ink: solid; line: outline; bad: destructive; black: solid on the accent colour. */
const variants = {
  spot: 'border-transparent bg-spot text-on-spot hover:bg-spot-hi',
  ink: 'border-transparent bg-ink text-bg hover:bg-[color-mix(in_oklab,var(--ink)_84%,var(--bg))]',
  line: 'border-edge text-ink hover:border-ink hover:bg-raised',
  bad: 'border-bad text-bad hover:bg-bad-wash',
  black: 'border-transparent bg-on-spot text-[#fff] hover:bg-[#3a1a26]',
} as const

export type ButtonVariant = keyof typeof variants

const sizes = {
  md: 'min-h-11 px-[1.1rem] py-[0.55rem]',
  field: 'min-h-12 px-[1.1rem] py-[0.55rem]',
  lg: 'min-h-14 px-[1.6rem] py-[0.8rem] text-lg',
  square: 'min-h-11 w-11 flex-none',
} as const

interface ButtonStyle {
  variant?: ButtonVariant
  size?: 'lg' | 'field'
  icon?: IconName
}

/** `className` may add margins and grid places; what a button sets itself needs a variant. */
export function getButtonClass(
  variant: ButtonVariant = 'ink',
  size: keyof typeof sizes = 'md',
  ...more: (string | undefined)[]
): string {
  return classes(look, variants[variant], sizes[size], ...more)
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
    <>
      <button {...rest} className={getButtonClass(variant, size, disabledLook, className)}>
        {shownIcon && <Icon name={shownIcon} />}
        {children}
      </button>{' '}
    </>
  )
}

type IconButtonProps = { icon: IconName; label: string } & Omit<
  ComponentPropsWithoutRef<'button'>,
  'className'
>

/** A square button of 44 px; `label` is its accessible name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} className={getButtonClass('line', 'square')}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  )
}

interface LinkTarget {
  href: string
  /** Navigates without loading a document where script runs; only between game pages. */
  soft?: boolean
}

export type AnchorProps = LinkTarget & Omit<ComponentPropsWithoutRef<'a'>, 'href'>

/** A link; loads the document unless `soft`. Without styles, too, a space is between it and the next one. */
export function Anchor({ href, soft, ...rest }: AnchorProps): ReactNode {
  return <>{soft ? <SoftLink href={href} {...rest} /> : <a href={href} {...rest} />} </>
}

export function LinkButton({ variant, size, icon, className, children, ...rest }: ButtonStyle & AnchorProps) {
  return (
    <Anchor {...rest} className={getButtonClass(variant, size, className)} data-button>
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
  ...rest
}: { icon: IconName; label: string; variant?: ButtonVariant } & AnchorProps) {
  return (
    <Anchor {...rest} className={getButtonClass(variant, 'square')} data-button>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </Anchor>
  )
}
