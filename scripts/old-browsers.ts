import { Features, transform } from 'lightningcss'
import {
  type AtRule,
  type ChildNode,
  type Declaration,
  list,
  type Plugin,
  type Root,
  type Rule,
} from 'postcss'

/** In the order of their cascade; rules without a layer come after all of them. */
const layers = ['properties', 'theme', 'base', 'components', 'utilities']

/** The oldest browsers that get styles (docs/browsers.md). `inset` and its like the minifier writes in an older form for them. */
export const oldestBrowsers = ['chrome83', 'safari13.1', 'ios13.4', 'firefox78']

/** The minifier would prepare each `color-scheme` for `light-dark()`, which the sources do not use. */
export const unusedFeatures = Features.LightDark

/**
 * Makes Tailwind's output one that browsers of five years ago understand: layers, which no browser before Chromium 99 and
 * Safari 15.4 knows, are unwrapped in their order, and what older browsers lack gets a fallback in a block of its own.
 * Newer ones show the same as before.
 */
export const stylesForOldBrowsers: Plugin = {
  postcssPlugin: 'styles-for-old-browsers',
  OnceExit(root) {
    const utilities = unwrapLayers(root)
    root.walkAtRules('property', (rule) => void rule.remove())
    root.walkAtRules('supports', unwrapInitialValues)
    root.walkDecls(/^(margin|padding|inset)-(inline|block)$/, splitLogical)
    addFallbacks(root, utilities)
    addMixes(root)
  },
}

/** Returns the first rule of the utilities. */
function unwrapLayers(root: Root): ChildNode | undefined {
  const unwrapped = new Map<string, ChildNode[]>(layers.map((name) => [name, []]))
  root.walkAtRules('layer', (layer) => {
    const { params, nodes } = layer
    if (layer.parent !== root) throw layer.error('A layer inside of a condition cannot be unwrapped')
    const own = unwrapped.get(params)
    if (nodes && !own) throw layer.error(`No order is known for the layer '${params}'`)
    own?.push(...(nodes ?? []))
    layer.remove()
  })
  const utilities = unwrapped.get('utilities') ?? []
  for (const node of [...unwrapped.values()].flat())
    if ('walkDecls' in node && !utilities.includes(node)) node.walkDecls(refuseImportant)
  root.prepend([...unwrapped.values()].flat())
  return utilities[0]
}

/** Among layers the first one with such a declaration wins, among rules the last one. */
function refuseImportant(declaration: Declaration): void {
  if (declaration.important) throw declaration.error('Only a utility may be important')
}

/**
 * Tailwind sets initial values by `@property`, and in a block for browsers that do not know it. Every browser gets the block: both
 * together take 300 bytes more.
 */
function unwrapInitialValues(block: AtRule): void {
  if (block.params.includes('-moz-orient') && block.nodes) block.replaceWith(block.nodes)
}

/** The minifier leaves a logical property whose value has a `var()`. The pages are written from left to right. */
function splitLogical(declaration: Declaration): void {
  const [property, axis] = declaration.prop.split('-')
  const [start = '', end = start] = list.space(declaration.value)
  const prefix = property === 'inset' ? '' : `${property}-`
  const [first, second] = axis === 'inline' ? ['left', 'right'] : ['top', 'bottom']
  declaration.cloneBefore({ prop: `${prefix}${first}`, value: start })
  declaration.cloneBefore({ prop: `${prefix}${second}`, value: end })
  declaration.remove()
}

/**
 * The declarations for browsers that do not meet the condition `unless`. They are for the elements of the rule, or for what is `within`
 * them: a pseudo-element, or their children.
 */
interface Fallback {
  unless: string
  css: string
  within?: string
}

/** No condition can ask for gaps of flex boxes. Browsers that have them know one of the two: Safari since 14.1 the first, Chromium since 84 the second. */
const flexGaps = '((inset:0) or (ruby-position:over))'

/** A gap is for the children alone. A grid has it everywhere; in a row that wraps it is behind each child, so that all lines begin at the left. */
const noGaps = '*{--row-gap:0;--column-gap:0}'
const gapsAsMargins = `
  [class*=gap-]>*+* { margin-left: var(--column-gap) }
  .grid>*+* { margin-left: 0 }
  .flex-col>*+* { margin: var(--row-gap) 0 0 }
  .flex-wrap>* { margin: .1rem var(--column-gap) .1rem 0 }
  .flex-wrap>:last-child { margin-right: 0 }
  [class*=gap-]>svg:only-child, [class*=gap-]>img:only-child { margin-right: .5rem }
`

function findFallback({ prop, value }: Declaration): Fallback | undefined {
  if (/\ddvh/.test(value)) return { unless: '(height:1dvh)', css: `${prop}:${value.replaceAll('dvh', 'vh')}` }
  if (prop === 'overflow' && value === 'clip') return { unless: '(overflow:clip)', css: 'overflow:hidden' }
  if (/^(translate|scale)$/.test(prop) && value !== 'none')
    return { unless: '(translate:0)', css: `transform:${prop}(${list.space(value).join()})` }
  const [row = '', column = row] = list.space(value)
  if (prop === 'gap')
    return { unless: flexGaps, within: '>*', css: `--row-gap:${row};--column-gap:${column}` }
  if (/^(row|column)-gap$/.test(prop)) return { unless: flexGaps, within: '>*', css: `--${prop}:${value}` }
  if (prop !== 'aspect-ratio') return
  const [width = 1, height = 1] = value.split('/').map(Number)
  const css = `content:"";float:left;padding-top:${(100 * height) / width}%`
  return { unless: '(aspect-ratio:1)', within: '::before', css }
}

/**
 * Adds a rule for browsers that do not know a declaration. Those with the same condition are one block before the utilities, so that
 * a class that sets a margin itself still does; one within a media query comes after its rule.
 */
function addFallbacks(root: Root, utilities: ChildNode | undefined): void {
  const blocks = new Map<string, string[]>()
  root.walkRules((rule) => {
    if (rule.parent && 'name' in rule.parent && rule.parent.name === 'keyframes') return
    for (const { unless, css } of findFallbacks(rule))
      if (rule.parent === root) blocks.set(unless, [...(blocks.get(unless) ?? []), css])
      else if (unless !== flexGaps) rule.after(`@supports not ${unless}{${css}}`)
  })
  const gaps = blocks.get(flexGaps)
  if (gaps) blocks.set(flexGaps, [noGaps, ...gaps, gapsAsMargins])
  for (const [unless, css] of blocks) utilities?.before(`@supports not ${unless}{${css.join('')}}`)
}

function findFallbacks(rule: Rule): { unless: string; css: string }[] {
  const [, weightless] = /^:where\((.+)\)$/.exec(rule.selector) ?? []
  const plain = weightless
    ? [{ unless: '(aspect-ratio:1)', css: `${weightless}{${rule.nodes.join(';')}}` }]
    : []
  const select = (suffix: string) => rule.selectors.map((one) => one + suffix).join()
  return rule.nodes.reduce((found, node) => {
    if (node.type !== 'decl') return found
    const fallback = findFallback(node)
    if (fallback)
      found.push({ unless: fallback.unless, css: `${select(fallback.within ?? '')}{${fallback.css}}` })
    return found
  }, plain)
}

/**
 * Tailwind's own fallback of a mixed colour is its first part at full strength: black lamps with black digits. Where both
 * parts are tokens the mixture is computed for each theme, and stored as one more token; where one is not, nothing is shown.
 */
function addMixes(root: Root): void {
  const themes = findThemes(root)
  const names = new Map<string, string>()
  root.walkAtRules('supports', (block) => {
    if (!block.params.startsWith('(color:color-mix')) return
    const copies = (block.nodes ?? []).map((node) => node.clone())
    for (const copy of copies)
      if ('walkDecls' in copy)
        copy.walkDecls((declaration) => {
          declaration.value = replaceMixes(declaration.value, (mix) => nameMix(mix, themes, names))
        })
    block.before(copies)
  })
}

interface Theme {
  rule: Rule
  tokens: ReadonlyMap<string, string>
}

/** The rules that define tokens, each with the tokens that hold there: light, dark, stage. */
function findThemes(root: Root): Theme[] {
  const themes: Theme[] = []
  root.walkRules(/^(:root|\.stage)$/, (rule) => {
    const own = rule.nodes.flatMap((node) =>
      node.type === 'decl' && node.prop.startsWith('--') ? [[node.prop, node.value] as const] : [],
    )
    if (own.length >= 10) themes.push({ rule, tokens: new Map(own) })
  })
  const light = themes.find(({ rule }) => rule.selector === ':root')?.tokens ?? []
  return themes.map(({ rule, tokens }) => ({ rule, tokens: new Map([...light, ...tokens]) }))
}

/** Replaces each `color-mix(…)` of a value; its parentheses may contain others. */
function replaceMixes(value: string, replace: (mix: string) => string): string {
  return value.replace(/color-mix\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, replace)
}

function nameMix(mix: string, themes: readonly Theme[], names: Map<string, string>): string {
  const known = names.get(mix)
  if (known) return known
  const needed = [...mix.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
  const isToken =
    needed.length > 0 && !/var\([^)]*,/.test(mix) && needed.every((name) => themes[0]?.tokens.has(name))
  if (!isToken) return 'transparent'
  const name = `--mix-${names.size + 1}`
  names.set(mix, `var(${name})`)
  for (const { rule, tokens } of themes)
    rule.append({
      prop: name,
      value: computeMix(mix.replace(/var\((--[\w-]+)\)/g, (_, token) => tokens.get(token) ?? '')),
    })
  return `var(${name})`
}

/** '#d2d5d5' of 'color-mix(in oklab,#0a1a1d 16%,#fff)'. */
function computeMix(mix: string): string {
  const { code } = transform({
    filename: 'mix.css',
    code: Buffer.from(`a{color:${mix}}`),
    minify: true,
    targets: { chrome: 83 << 16 },
  })
  return /color:([^;}]+)/.exec(code.toString())?.[1] ?? ''
}
