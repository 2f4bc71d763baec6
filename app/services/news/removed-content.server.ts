/** Lines of the list. */
const MAX_LINES = 20
/** Elements that 80 kB may become: hundreds are honest, thousands would hold up everybody for seconds. */
const MAX_ELEMENTS = 4_000
const MAX_DEPTH = 256

/** Elements that a parser opens again in every block until they are closed. */
const formattingElements = [
  'a',
  'b',
  'big',
  'code',
  'em',
  'font',
  'i',
  'nobr',
  's',
  'small',
  'strike',
  'strong',
  'tt',
  'u',
]
/** Elements without an end, and those whose end may be left out: many in a row are not deep. */
const unnestedElements = [
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'option', 'html', 'head', 'body'],
]

/**
 * Whether HTML is nested so deeply that reading it overflows the stack, or so badly that the parser multiplies
 * it: every block inside unclosed bold opens that bold again. An estimate by its tags alone, before any parsing.
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

/** The tags of a source in order, as far as they can be told without parsing it; those in comments not. */
function* scanTags(source: string): Generator<{ name: string; isEnd: boolean }> {
  const uncommented = source.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  for (const [, slash, name = ''] of uncommented.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    yield { name: name.toLowerCase(), isEnd: slash === '/' }
  }
}

/** One thing DOMPurify took away. */
type RemovedPart = { element?: Node | null } | { attribute: Attr | null; from: Node }

/** The list of what a sanitiser took away, each thing once with its number. */
export class RemovedContent {
  readonly #counts = new Map<string, number>()
  /** Names of elements whose fate is known: kept, told, or part of something else. */
  readonly #accounted = new Set<string>()

  /** Notes one line, such as 'iframe from evil.example'. */
  addLine(line: string): void {
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1)
  }

  /** Notes an element or an attribute that DOMPurify removed. */
  add(loss: RemovedPart): void {
    if ('attribute' in loss) {
      this.addLine(`${loss.attribute?.name ?? 'an attribute'} on <${loss.from.nodeName.toLowerCase()}>`)
      return
    }
    const name = loss.element?.nodeName.toLowerCase() ?? ''
    // Its own wrapper; one that was written is found by addVanished.
    if (name === 'body') return
    this.#accounted.add(name)
    if (name === '#comment') this.addLine('a comment')
    else if (!name.startsWith('#')) this.addLine(`<${name.slice(0, 40)}>`)
  }

  /** Says that an element and all it holds did not get lost by accident. */
  markHandled(element: Element): void {
    for (const each of [element, ...element.querySelectorAll('*')]) this.#accounted.add(each.localName)
  }

  /** Notes elements that were written and are nowhere: an HTML parser drops what stands in an impossible place. */
  addDropped(source: string, body: Element): void {
    const kept = new Set([...body.querySelectorAll('*')].map((each) => each.localName))
    const written = new Set([...scanTags(source)].map(({ name }) => name))
    for (const name of written) {
      if (!kept.has(name) && !this.#accounted.has(name)) this.addLine(`<${name.slice(0, 40)}>`)
    }
  }

  /** At most 20 lines; the last one counts the others. */
  lines(): string[] {
    const all = [...this.#counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line))
    return all.length <= MAX_LINES
      ? all
      : [...all.slice(0, MAX_LINES - 1), `and ${all.length - MAX_LINES + 1} more`]
  }
}
