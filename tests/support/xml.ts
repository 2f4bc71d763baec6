import { attributesOf } from './html.ts'

export interface XmlElement {
  name: string
  attributes: Map<string, string>
  text: string
  children: XmlElement[]
}

const token = /<\?xml [^>]*\?>|<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y

/** Parses an XML document strictly: throws at the first error. */
export function parseXml(document: string): XmlElement {
  const top: XmlElement = { name: '', attributes: new Map(), text: '', children: [] }
  const open = [top]
  if (!document.startsWith('<?xml ')) throw new Error('It does not begin with <?xml')
  token.lastIndex = 0
  while (token.lastIndex < document.length) {
    const at = token.lastIndex
    const found = token.exec(document)
    if (!found) throw new Error(`Not XML: ${document.slice(at, at + 80)}`)
    read(found, open)
  }
  const [root, ...others] = top.children
  if (open.length !== 1 || !root || others.length > 0) throw new Error('It is not one closed element')
  return root
}

function read([, slash, name, attributes = '', empty, text]: RegExpExecArray, open: XmlElement[]): void {
  const here = open.at(-1)
  if (!here) throw new Error('Closed too often')
  if (text !== undefined) here.text += unescaped(text)
  if (name === undefined) return
  if (slash) {
    if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
    return
  }
  unescaped(attributes)
  const element = { name, attributes: attributesOf(attributes), text: '', children: [] }
  here.children.push(element)
  if (!empty) open.push(element)
}

function unescaped(text: string): string {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text)
  if (illegal) throw new Error(`XML cannot carry U+${illegal[0].codePointAt(0)?.toString(16)}`)
  return text.replace(/&([^;]*;?)/g, (_, entity: string) => {
    const code = /^#(\d+);$/.exec(entity)?.[1]
    const named = new Map([
      ['amp;', '&'],
      ['lt;', '<'],
      ['gt;', '>'],
      ['quot;', '"'],
      ['apos;', "'"],
    ]).get(entity)
    if (code === undefined && named === undefined) throw new Error(`&${entity} means nothing in XML`)
    return named ?? String.fromCodePoint(Number(code))
  })
}

/** The texts of all elements with a name, at any depth. */
export function textsOf(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text] : []
  return [...own, ...element.children.flatMap((child) => textsOf(child, name))]
}
