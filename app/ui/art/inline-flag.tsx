import { Flag, type FlagProps, getFlagHref } from './flag.tsx'

/** All flags as text: what script-less pages draw needs no request each, and no page that hydrates loads them. */
const flagSvgs = import.meta.glob<string>('../../../public/flags/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A flag as an address that holds the whole picture; where no drawing is, the picture's own address. */
export function getInlineFlagHref(code: string): string | null {
  const drawing = flagSvgs[`../../../public/flags/${code}.svg`]
  return drawing ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : getFlagHref(code)
}

/** A flag that comes with the page, for public pages: on a slow line each picture asked for costs its own headers. */
export function InlineFlag({ code, size }: Omit<FlagProps, 'href'>) {
  return <Flag code={code} size={size} href={getInlineFlagHref(code)} />
}
