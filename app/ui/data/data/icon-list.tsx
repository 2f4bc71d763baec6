import { Children, type ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'

/** Short sentences, each with the same sign before it. Every child is one line. */
export function IconList({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <ul className="rules">
      {Children.map(children, (child) => (
        <li>
          <Icon name={icon} />
          <span>{child}</span>
        </li>
      ))}
    </ul>
  )
}
