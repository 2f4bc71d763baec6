import { Children, type ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'

/** Short sentences, each with the same icon before it. Every child is one item. */
export function IconList({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <ul className="rules [section>&]:mt-[0.6rem]">
      {Children.map(children, (child) => (
        <li>
          <Icon name={icon} />
          <span>{child}</span>
        </li>
      ))}
    </ul>
  )
}
