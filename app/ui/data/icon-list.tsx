import { Children, type ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'

interface IconListProps {
  icon: IconName
  className?: string
  children: ReactNode
}

/** Short sentences, each with the same icon before it. Every child is one item. */
export function IconList({ icon, className, children }: IconListProps) {
  return (
    <ul className={className}>
      {Children.map(children, (child) => (
        <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-[0.6rem] py-[0.55rem] text-sm/[1.45]">
          <Icon name={icon} className="mt-[0.1rem] text-spot-ink" />
          <span>{child}</span>
        </li>
      ))}
    </ul>
  )
}
