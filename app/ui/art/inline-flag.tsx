import { Flag, type FlagProps, getFlagHref } from './flag.tsx'

/** All flags as SVG text. Only pages that do not hydrate may import this: it would be part of their script. */
const flagSvgs = import.meta.glob<string>('../../../public/assets/flags-*/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** As data URLs by code, encoded once: a page of all songs would spend a fifteenth of its time on it. */
const flagHrefs = new Map(
  Object.entries(flagSvgs).map(([path, svg]) => [path.slice(-6, -4), `data:image/svg+xml,${encodeSvg(svg)}`]),
)

/** A flag as a data URL; the file's address where the text is missing. */
export function getInlineFlagHref(code: string): string | null {
  return flagHrefs.get(code) ?? getFlagHref(code)
}

/** Percent-encodes what a URL may not contain as it is. The rest stays readable: a page of flags is a tenth shorter. */
function encodeSvg(svg: string): string {
  return encodeURIComponent(svg).replace(/%(20|2C|2F|3A|3D)/g, decodeURIComponent)
}

/** A flag inside the document, for public pages: on a slow connection a request per flag costs more. */
export function InlineFlag({ code, ...rest }: Omit<FlagProps, 'href'>) {
  return <Flag code={code} {...rest} href={getInlineFlagHref(code)} />
}
