import {
  createContext,
  createElement,
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'

/** The same type where JSON says all of it, and no type where a function or an element is in it. */
type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends ((...given: never[]) => unknown) | ReactElement
    ? never
    : { [Name in keyof Value]: Plain<Value[Name]> }

/** Keeps the HTML of parts while the server draws a page. */
export interface PartKeeper {
  /** The element that stands for other HTML until the page is whole. */
  readonly tag: string
  /** Finds what is kept under a key, or makes a place for it: `n` names it in the page's marks. */
  find: (key: string) => { n: number; isKept: boolean }
}

/** Null in error pages and inside a part that is being drawn. */
export const PartKeeperContext = createContext<PartKeeper | null>(null)

let parts = 0

/**
 * A part of the page that looks the same wherever its props are the same, so that the server draws it once and keeps its
 * HTML (docs/decisions/0009-what-a-page-costs.md). In a browser it is the part itself. The part must ask for
 * no `useId`, and for nothing of the visitor or the address, that is not in its props.
 */
export function kept<Props extends { [Name in keyof Props]: Plain<Props[Name]> }>(
  Part: FunctionComponent<Props>,
): FunctionComponent<Props> {
  if (typeof document !== 'undefined') return Part
  const part = parts
  parts += 1
  return function Kept(props: Props): ReactNode {
    const keeper = useContext(PartKeeperContext)
    if (!keeper) return <Part {...props} />
    const { n, isKept } = keeper.find(`${part} ${JSON.stringify(props)}`)
    if (isKept) return createElement(keeper.tag, { n })
    return (
      <>
        {createElement(keeper.tag, { b: n })}
        <PartKeeperContext.Provider value={null}>
          <Part {...props} />
        </PartKeeperContext.Provider>
        {createElement(keeper.tag, { e: n })}
      </>
    )
  }
}
