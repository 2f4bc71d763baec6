import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A violation of the bounds on visitors' text in a source. */
export interface Finding {
  /** 'app/x.ts:12' */
  place: string
  /** The violating code. */
  code: string
  reason: string
}

/** The sources in some folders. */
export function readSources(folders: readonly string[]): { file: string; text: string }[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** Finds all violations of the rules in a source. */
export function findViolations(file: string, text: string): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const findings: Finding[] = []
  const visit = (node: ts.Node): void => {
    const reason = findViolation(node, file)
    if (reason !== null) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      findings.push({ place: `${file}:${line + 1}`, code: node.getText(source), reason })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

function findViolation(node: ts.Node, file: string): string | null {
  if (ts.isRegularExpressionLiteral(node)) return findSlowPattern(node.text)
  if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') return findSlowConstruction(node)
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  if (node.expression.name.text === 'normalize') return 'normalize: only by normalizeText, which is bounded'
  return readsForms(file) && isText(node.expression) && !isBounded(node)
    ? 'a text without a bound: boundedText, typedText or apiText'
    : null
}

/** Whether the file describes visitors' input. */
function readsForms(file: string): boolean {
  return file.startsWith('app/routes/') || file.startsWith('app/http/')
}

/** `z.string`, `z.iso.datetime`, `z.email` and the like. */
function isText({ expression, name }: ts.PropertyAccessExpression): boolean {
  const formats = ['string', 'email', 'url', 'uuid', 'base64', 'base64url', 'jwt', 'ipv4', 'ipv6']
  const owner = expression.getText()
  return (owner === 'z' && formats.includes(name.text)) || owner === 'z.iso' || owner === 'z.coerce'
}

/** Whether a bound follows `z.string()`, or precedes it in a pipe. */
function isBounded(call: ts.CallExpression): boolean {
  const around = call.parent
  if (ts.isCallExpression(around) && around.expression.getText().endsWith('.pipe')) return true
  if (!ts.isPropertyAccessExpression(around) || !ts.isCallExpression(around.parent)) return false
  const { name, parent } = around
  return ['max', 'length', 'regex'].includes(name.text) || isBounded(parent)
}

/** An interpolated part of an expression counts as one character. */
function findSlowConstruction({ arguments: args }: ts.NewExpression): string | null {
  const [pattern] = args ?? []
  if (pattern === undefined) return null
  if (ts.isStringLiteralLike(pattern)) return findSlowPattern(`/${pattern.text}/`)
  if (!ts.isTemplateExpression(pattern)) return 'an expression that is written elsewhere'
  const spans = pattern.templateSpans.map(({ literal }) => literal.text)
  return findSlowPattern(`/${[pattern.head.text, ...spans].join('x')}/`)
}

/** Why a pattern may take quadratic time in a text's length, or more; null when it does not. */
export function findSlowPattern(literal: string): string | null {
  const end = literal.lastIndexOf('/')
  const isSticky = literal.slice(end + 1).includes('y')
  const parsed = parse(literal.slice(1, end))
  if (hasNested(parsed)) return 'a repeat inside a repeat'
  if (isSticky) return null
  if (parsed.some((way) => !isAnchored(way) && endsOpen(way)))
    return 'an open repeat before the end, not held at the start'
  if (parsed.some((way) => !isAnchored(way) && beginsOpen(way)))
    return 'an open repeat at the start, and something after it'
  return null
}

/** One part of a pattern. */
interface Part {
  /** 'start' and 'end' are ^ and $; 'look' is a lookaround. */
  kind: 'sign' | 'start' | 'end' | 'group' | 'look'
  /** The alternatives of a group. */
  ways: Way[]
  least: number
  isOpen: boolean
}
type Way = Part[]

/** Whether it has an unbounded repeat, directly or nested. */
function hasOpen(way: Way): boolean {
  return way.some((part) => part.isOpen || part.ways.some(hasOpen))
}

function hasNested(ways: Way[]): boolean {
  return ways.flat().some((part) => (part.isOpen && part.ways.some(hasOpen)) || hasNested(part.ways))
}

function isAnchored([first]: Way): boolean {
  return first?.kind === 'start' || (first?.kind === 'group' && first.ways.every(isAnchored))
}

/** Whether an unbounded repeat precedes `$`, with nothing mandatory between. */
function endsOpen(way: Way): boolean {
  const end = way.findIndex(
    (part) => part.kind === 'end' || part.ways.some((inner) => inner[0]?.kind === 'end'),
  )
  if (end === -1) return way.some((part) => part.ways.some((inner) => !isAnchored(inner) && endsOpen(inner)))
  for (const part of way.slice(0, end).reverse()) {
    if (part.isOpen || part.ways.some((inner) => inner.at(-1)?.isOpen)) return true
    if (part.least > 0 && part.kind !== 'look') return false
  }
  return false
}

/**
 * Whether it begins with an unbounded repeat followed by something mandatory: every start scans the same text again.
 */
function beginsOpen(way: Way): boolean {
  const first = way.findIndex((part) => part.kind !== 'look')
  const part = way[first]
  if (!part?.isOpen) return false
  return way.slice(first + 1).some((later) => later.least > 0 || later.kind === 'look')
}

/** A small parser of patterns: groups, alternatives, classes, escapes and repeats. */
function parse(source: string): Way[] {
  let at = 0
  const ways = (): Way[] => {
    const found: Way[] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at += 1
        found.push([])
      } else found.at(-1)?.push(repeated(part()))
    }
    return found
  }
  const part = (): Part => {
    const sign = source[at]
    const plain = { ways: [], least: 1, isOpen: false }
    if (sign === '(') return group()
    if (sign === '[') at = endOfClass(source, at)
    else if (sign === '\\') at = endOfEscape(source, at)
    else at += 1
    if (sign === '^') return { ...plain, kind: 'start', least: 0 }
    if (sign === '$') return { ...plain, kind: 'end', least: 0 }
    return { ...plain, kind: 'sign' }
  }
  const group = (): Part => {
    const [opening = '('] = /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(source.slice(at)) ?? []
    at += opening.length
    const inner = ways()
    at += 1
    const isLook = /[=!]$/.test(opening)
    const least = isLook || inner.some((way) => way.every((each) => each.least === 0)) ? 0 : 1
    return { kind: isLook ? 'look' : 'group', ways: inner, least, isOpen: false }
  }
  const repeated = (one: Part): Part => {
    const [whole = '', sign = '', bounds] = /^([*+?]|\{(\d*,?\d*)\})\??/.exec(source.slice(at)) ?? []
    at += whole.length
    if (sign === '*') return { ...one, least: 0, isOpen: true }
    if (sign === '+') return { ...one, isOpen: true }
    if (sign === '?') return { ...one, least: 0 }
    if (bounds === undefined) return one
    return { ...one, least: Math.min(one.least, Number.parseInt(bounds, 10)), isOpen: bounds.endsWith(',') }
  }
  return ways()
}

function endOfClass(source: string, from: number): number {
  let at = from + 1
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at + 1
}

/** '\\d', '\\u{1F3F4}', '\\p{Mn}', '\\uFE0F' and '\\x41' are one character. */
function endOfEscape(source: string, from: number): number {
  const [whole = ''] =
    /^\\(?:[pPu]\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|k<\w+>|.)/.exec(source.slice(from)) ?? []
  return from + Math.max(1, whole.length)
}
