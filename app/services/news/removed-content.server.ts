/** Maximal number of lines in the list. */
const MAX_LINES = 20
/**
 * Maximal number of elements that 80 kB may expand to: hundreds are normal, thousands would block the thread for
 * seconds.
 */
const MAX_ELEMENTS = 4_000
const MAX_DEPTH = 256

/** Elements that a parser reopens in every block until they are closed. */
const formattingElements = [
  ...['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u'],
]
/** Void elements, and those with an optional end tag: many in a row are not nested. */
const unnestedElements = [
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'option', 'html', 'head', 'body'],
]

/**
 * Whether HTML is nested so deeply that parsing overflows the stack, or so badly that the parser multiplies it: every
 * block inside an unclosed <b> opens it again. Estimated from the tags alone, before any parsing.
 */
export function isTooComplex(source: string): boolean {
  let depth = 0
  let open = 0
  let elements = 0
  for (const { name, isEnd } of scanTags(source)) {
    const step = isEnd ? -1 : 1
    if (!isEnd) elements += 1 + open
    if (formattingElements.includes(name)) open = Math.max(0, open + step)
    if (!unnestedElements.includes(name)) depth = Math.max(0, depth + step)
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) return true
  }
  return false
}

/** The tags of a source in order, as far as they are recognisable without parsing; without those in comments. */
function* scanTags(source: string): Generator<{ name: string; isEnd: boolean }> {
  const uncommented = source.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  for (const [, slash, name = ''] of uncommented.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    yield { name: name.toLowerCase(), isEnd: slash === '/' }
  }
}

/** A removal reported by DOMPurify. */
type RemovedPart = { element?: Node | null } | { attribute: Attr | null; from: Node }

/** Collects what the sanitiser removed, each item once with its count. */
export class RemovedContent {
  readonly #counts = new Map<string, number>()
  /** Names of elements that are already accounted for: allowed, listed, or part of a listed one. */
  readonly #accounted = new Set<string>()

  /** Adds a line, such as 'iframe from evil.example'. */
  addLine(line: string): void {
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1)
  }

  /** Adds an element or attribute that DOMPurify removed. */
  add(removal: RemovedPart): void {
    if ('attribute' in removal) {
      this.addLine(`${removal.attribute?.name ?? 'an attribute'} on <${removal.from.nodeName.toLowerCase()}>`)
      return
    }
    const name = removal.element?.nodeName.toLowerCase() ?? ''
    // DOMPurify's own wrapper; a <body> in the source is found by addDropped.
    if (name === 'body') return
    this.#accounted.add(name)
    if (name === '#comment') this.addLine('a comment')
    else if (!name.startsWith('#')) this.addLine(`<${name.slice(0, 40)}>`)
  }

  /** Marks an element with its descendants as handled, so that none of them is listed. */
  markHandled(element: Element): void {
    for (const each of [element, ...element.querySelectorAll('*')]) this.#accounted.add(each.localName)
  }

  /** Adds elements of the source that are missing in the result: an HTML parser drops elements in invalid positions. */
  addDropped(source: string, body: Element): void {
    const remaining = new Set([...body.querySelectorAll('*')].map((each) => each.localName))
    const written = new Set([...scanTags(source)].map(({ name }) => name))
    for (const name of written) {
      if (!remaining.has(name) && !this.#accounted.has(name)) this.addLine(`<${name.slice(0, 40)}>`)
    }
  }

  /** At most 20 lines; the last one counts the rest. */
  lines(): string[] {
    const all = [...this.#counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line))
    return all.length <= MAX_LINES
      ? all
      : [...all.slice(0, MAX_LINES - 1), `and ${all.length - MAX_LINES + 1} more`]
  }
}
