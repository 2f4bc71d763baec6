/**
 * Parses the HTML of our own server: React closes every tag, quotes every attribute and escapes every text, so small
 * patterns suffice. Not for other HTML.
 */

/** The visible text with collapsed whitespace. */
export function textOf(html: string): string {
  const visible = html.replace(/<(script|style|head|template)\b[\s\S]*?<\/\1>/g, ' ')
  // Neither an optional line break nor the isolation of a name is a space.
  const joined = visible.replace(/<!--[\s\S]*?-->|<wbr\/?>|<\/?bdi\b[^>]*>/g, '')
  return decode(joined.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The attributes of an opening tag by name; '' without a value. */
export function attributesOf(tag: string): Map<string, string> {
  const pairs = tag.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)
  return new Map([...pairs].map(([, name = '', value = '']) => [name, decode(value)]))
}

/** The attributes of every opening tag of one name. */
export function tagsOf(html: string, name: string): Map<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}(?=[\\s>/])[^>]*>`, 'g'))].map(([tag]) => attributesOf(tag))
}

/** The target of the link with this text or accessible name, or undefined. */
export function hrefOf(html: string, name: string): string | undefined {
  for (const [, opening = '', inside = ''] of html.matchAll(/<a(\s[^>]*)>([\s\S]*?)<\/a>/g)) {
    const link = attributesOf(opening)
    if (link.get('aria-label') === name || textOf(inside) === name) return link.get('href')
  }
  return undefined
}

/** A form as a browser without script submits it with one of its buttons. */
export interface SubmittedForm {
  action: string | undefined
  method: string
  fields: [string, string][]
}

/** The form whose button has this text or accessible name, with its current values; undefined without such a button. */
export function findSubmission(html: string, name: string): SubmittedForm | undefined {
  for (const [, opening = '', inside = ''] of html.matchAll(/<form(\s[^>]*)?>([\s\S]*?)<\/form>/g)) {
    const form = attributesOf(opening)
    const button = buttonsOf(inside).find((each) => each.name === name)
    if (!button) continue
    if (button.attributes.has('disabled')) throw new Error(`The button '${name}' is disabled`)
    const method = (button.attributes.get('formmethod') ?? form.get('method') ?? 'get').toUpperCase()
    const action = button.attributes.get('formaction') ?? form.get('action')
    return { action, method, fields: [...fieldsOf(inside), ...ownField(button.attributes)] }
  }
  return undefined
}

/** The attributes of the first button with this text or accessible name, or undefined. */
export function buttonNamed(html: string, name: string): Map<string, string> | undefined {
  return buttonsOf(html).find((button) => button.name === name)?.attributes
}

/** The attributes of the input or select with this label, or undefined. */
export function fieldNamed(html: string, label: string): Map<string, string> | undefined {
  const labels = [...html.matchAll(/<label(\s[^>]*)?>([\s\S]*?)<\/label>/g)]
  const found = labels.find(([, , inside = '']) => textOf(inside) === label)
  const id = found && attributesOf(found[1] ?? '').get('for')
  return [...tagsOf(html, 'input'), ...tagsOf(html, 'select')].find(
    (each) => id !== undefined && each.get('id') === id,
  )
}

/** The text of the element with this id, for `aria-describedby`. Only elements without nested ones of the same name. */
export function textOfId(html: string, id: string): string | undefined {
  const [, inside] = new RegExp(`<p[^>]* id="${id}"[^>]*>([\\s\\S]*?)</p>`).exec(html) ?? []
  return inside === undefined ? undefined : textOf(inside)
}

/** Flash messages, success or error: title and text of every toast. */
export function toastsOf(html: string): string[] {
  const found = html.matchAll(/<div [^>]*data-toast[^>]*>([\s\S]*?)<\/div><\/div>/g)
  return [...found].map(([, inside = '']) => textOf(inside))
}

/** The names of all buttons, in order. */
export function buttonNames(html: string): string[] {
  return buttonsOf(html).map((button) => button.name)
}

function buttonsOf(html: string) {
  return [...html.matchAll(/<button(\s[^>]*)?>([\s\S]*?)<\/button>/g)].map(
    ([, opening = '', inside = '']) => {
      const attributes = attributesOf(opening)
      return { attributes, name: attributes.get('aria-label') ?? textOf(inside) }
    },
  )
}

function ownField(button: Map<string, string>): [string, string][] {
  const name = button.get('name')
  return name ? [[name, button.get('value') ?? '']] : []
}

function fieldsOf(form: string): [string, string][] {
  return [...inputs(form), ...textareas(form), ...selects(form)]
}

function inputs(form: string): [string, string][] {
  const sent = tagsOf(form, 'input').filter((input) => {
    const isTickable = ['checkbox', 'radio'].includes(input.get('type') ?? '')
    return input.has('name') && !input.has('disabled') && (!isTickable || input.has('checked'))
  })
  return sent.map((input) => [
    input.get('name') ?? '',
    input.get('value') ?? (input.get('type') === 'checkbox' ? 'on' : ''),
  ])
}

function textareas(form: string): [string, string][] {
  const found = form.matchAll(/<textarea(\s[^>]*)?>([\s\S]*?)<\/textarea>/g)
  return [...found].map(([, opening = '', text = '']) => [
    attributesOf(opening).get('name') ?? '',
    decode(text).replace(/^\n/, ''),
  ])
}

function selects(form: string): [string, string][] {
  const found = form.matchAll(/<select(\s[^>]*)?>([\s\S]*?)<\/select>/g)
  return [...found].map(([, opening = '', inside = '']) => {
    const options = tagsOf(inside, 'option')
    const chosen = options.find((option) => option.has('selected')) ?? options[0]
    return [attributesOf(opening).get('name') ?? '', chosen?.get('value') ?? '']
  })
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
])

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (entities.get(name) ?? whole)
  })
}
