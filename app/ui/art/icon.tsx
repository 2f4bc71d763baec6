import { ICON_SHAPES, type IconName } from './icon-shapes.ts'

/** An icon beside text, which screen readers skip: it must not be a control's only label. Only `play` is filled. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  const fill = name === 'play' ? ' icon-fill' : ''
  return (
    <svg className={`icon${fill}${className ? ` ${className}` : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_SHAPES[name]} />
    </svg>
  )
}
