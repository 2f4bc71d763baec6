import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** A table as wide as its card, which scrolls where it is wider. */
export function Table({ children }: { children: ReactNode }) {
  return (
    <div className="relative overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse tabular-nums print:text-[11pt]">{children}</table>
    </div>
  )
}

interface CellProps {
  /** At the right end: numbers and buttons. */
  end?: boolean
  className?: string
  children: ReactNode
}

interface ColumnHeaderProps extends CellProps {
  /** How the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
  /** Without space above and below, for a link of full height. */
  isTight?: boolean
}

export function ColumnHeader({ end, className, sorted, isTight, children }: ColumnHeaderProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classes(
        'whitespace-nowrap border-line border-b bg-sunken px-3 font-[600] text-muted text-sm first:pl-gap last:pr-gap max-2xs:last:pl-1.5 max-2xs:first:pr-1.5',
        !isTight && 'py-[0.6rem]',
        end ? 'text-right' : 'text-left',
        className,
      )}
    >
      {children}
    </th>
  )
}

interface RowProps {
  /** The viewer's own row stands out. */
  isMine?: boolean
  className?: string
  children: ReactNode
}

export function Row({ isMine, className, children }: RowProps) {
  return (
    <tr
      className={classes(
        'print:break-inside-avoid',
        isMine
          ? 'bg-spot-wash forced-colors:outline-2 forced-colors:outline-[Highlight] forced-colors:-outline-offset-2'
          : 'hover:bg-raised',
        className,
      )}
    >
      {children}
    </tr>
  )
}

const cellLook =
  'border-t border-line px-3 py-[0.55rem] align-middle first:pl-gap last:pr-gap max-2xs:first:pr-1.5 max-2xs:last:pl-1.5 print:h-auto print:px-2 print:py-1'

export function Cell({ end, className, children }: CellProps) {
  return <td className={classes(cellLook, end && 'text-right', className)}>{children}</td>
}

export function RowHeader({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={classes(cellLook, 'text-left font-[600] text-sm')}>
      {children}
    </th>
  )
}

/** What a row is about. */
export const rowNameLook = 'leading-[1.25] font-bold wrap-anywhere'
