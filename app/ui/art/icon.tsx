import { classes } from '#app/ui/classes.ts'
import { ICON_SHAPES, type IconName } from './icon-shapes.ts'

/** An icon beside text, which screen readers skip: it must not be a control's only label. Only `play` is filled. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      className={classes('icon', name === 'play' && 'icon-filled', className)}
      width="1.25em"
      height="1.25em"
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={ICON_SHAPES[name]} />
    </svg>
  )
}
