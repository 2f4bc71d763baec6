/** A component of a calendar: its properties as written, and nested components. */
export interface IcsPart {
  name: string
  /** Name, parameters and value of each line, the value unescaped as text. */
  properties: { name: string; parameters: string; value: string }[]
  parts: IcsPart[]
}

/** Parses an iCalendar stream as strictly as RFC 5545 defines it; throws on anything else. */
export function parseIcs(text: string): IcsPart {
  if (!text.endsWith('\r\n')) throw new Error('The last line does not end')
  const raw = text.slice(0, -2).split('\r\n')
  for (const line of raw) {
    if (/[\r\n]/.test(line)) throw new Error(`A bare line end in ${JSON.stringify(line)}`)
    if (Buffer.byteLength(line) > 75) throw new Error(`More than 75 octets: ${line}`)
  }
  const lines = raw.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
  const open: IcsPart[] = [{ name: '', properties: [], parts: [] }]
  for (const line of lines) readLine(line, open)
  const [root, ...rest] = open
  const [calendar, ...more] = root?.parts ?? []
  if (rest.length > 0 || more.length > 0 || calendar?.name !== 'VCALENDAR')
    throw new Error('Not one calendar')
  return calendar
}

function readLine(line: string, open: IcsPart[]): void {
  const [, name = '', parameters = '', value = ''] = /^([A-Z][A-Z0-9-]*)((?:;[^:]+)?):(.*)$/.exec(line) ?? []
  const within = open.at(-1)
  if (name === '' || !within) throw new Error(`No property: ${line}`)
  if (name === 'BEGIN') {
    const part = { name: value, properties: [], parts: [] }
    within.parts.push(part)
    open.push(part)
  } else if (name === 'END') {
    if (open.pop()?.name !== value) throw new Error(`${value} ends where it did not begin`)
  } else {
    const text = value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))
    within.properties.push({ name, parameters, value: text })
  }
}

/** The single value of a property; throws when it is missing or repeated. */
export function textIn(part: IcsPart, name: string): string {
  const found = part.properties.filter((property) => property.name === name)
  const [only] = found
  if (!only || found.length > 1) throw new Error(`${found.length} times ${name} in ${part.name}`)
  return only.value
}

/** The components of one kind. */
export function partsOf(part: IcsPart, name: string): IcsPart[] {
  return part.parts.filter((each) => each.name === name)
}
