import { Fragment, type ReactNode } from 'react'

/** Joins parts of a sentence: 'a', 'a and b', 'a, b and c'. */
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
