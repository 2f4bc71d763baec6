import type { ComponentPropsWithoutRef } from 'react'
import { classes } from '#app/ui/classes.ts'
import { Icon } from './icon.tsx'

const look =
  'absolute right-4 bottom-4 grid size-14 place-items-center rounded-full border-[1.5px] border-transparent bg-spot pl-[3px] text-on-spot transition-[background-color,border-color,translate] duration-120 hover:bg-spot-hi active:[translate:0_1px] print:hidden'
/** On a card that is half as wide as a phone. */
const smallLook = 'max-md:right-[0.6rem] max-md:bottom-[0.6rem] max-md:size-11'

interface PlayLinkProps {
  href: string
  /** Its accessible name. */
  label: string
  isSmall?: boolean
}

/** The round link on a picture that loads its video (D29). */
export function PlayLink({ href, label, isSmall }: PlayLinkProps) {
  return (
    <a className={classes(look, isSmall && smallLook)} href={href} rel="nofollow">
      <Icon name="play" />
      <span className="sr-only">{label}</span>
    </a>
  )
}

/** The same as a button of a form. */
export function PlayButton({
  label,
  ...rest
}: { label: string } & Omit<ComponentPropsWithoutRef<'button'>, 'className'>) {
  return (
    <button {...rest} className={look}>
      <Icon name="play" />
      <span className="sr-only">{label}</span>
    </button>
  )
}
