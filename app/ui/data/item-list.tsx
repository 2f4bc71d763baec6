import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** Items of a name with a time, a badge or buttons at its right, separated by thin lines. */
export function ItemList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <ul data-items className={classes('[&_time]:whitespace-normal [&_time]:tabular-nums', className)}>
      {children}
    </ul>
  )
}

const layouts = {
  columns: 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-[0.1rem]',
  wrapping: 'flex flex-wrap justify-between gap-x-4 gap-y-[0.6rem]',
} as const

interface ItemProps {
  /** 'wrapping' for an item with buttons, which go beneath the ItemName where both do not fit. */
  layout?: keyof typeof layouts
  children: ReactNode
}

export function Item({ layout = 'columns', children }: ItemProps) {
  return (
    <li
      className={classes(
        'items-center border-line border-t py-[0.85rem] first:border-t-0 first:pt-0 last:pb-0',
        layouts[layout],
      )}
    >
      {children}
    </li>
  )
}

/** The name in a wrapping item. */
export function ItemName({ children }: { children: ReactNode }) {
  return (
    <>
      <b className="wrap-anywhere min-w-0 flex-[1_1_14rem]">{children}</b>{' '}
    </>
  )
}

/** The time or figure of an item, at its right. */
export function ItemNote({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <>
      {' '}
      <span className={classes('text-muted text-sm tabular-nums', className)}>{children}</span>{' '}
    </>
  )
}
