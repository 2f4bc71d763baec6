/**
 * Repeats the last item until there are 1, 2, 4, 8 … of them: for a list of parameters, so that few different statements stay
 * prepared, whatever its length. An empty list stays empty.
 */
export function padList<Item>(items: readonly Item[]): Item[] {
  const last = items.at(-1)
  if (last === undefined) return []
  const length = 2 ** Math.ceil(Math.log2(items.length))
  return [...items, ...Array<Item>(length - items.length).fill(last)]
}
