import { Fragment, type ReactNode } from 'react'

/** Parts of a sentence in a row: 'a', 'a and b', 'a, b and c'. Each part brings its key. */
export function SentenceList({ children }: { children: readonly ReactNode[] }) {
  const last = children.length - 1
  return (
    <>
      {children.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words between never move
        <Fragment key={index}>
          {index > 0 && (index === last ? ' and ' : ', ')}
          {part}
        </Fragment>
      ))}
    </>
  )
}
