/** A sentence whose names, marked by `markName`, are not translated and run in their own direction (D7, D44). */
export function Sentence({ children }: { children: string }) {
  return children.split(/\u2068(.*?)\u2069/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay in their order
      <bdi key={index} translate="no">
        {part}
      </bdi>
    ),
  )
}
