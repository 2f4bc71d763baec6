/** What a page says to those who read it without styles: text browsers, readers of saved pages. React's HTML, as html.ts. */

/** Elements at which text browsers begin a new line; they know none of HTML 5, such as `nav` and `summary`. */
const blocks = new Set(
  `address blockquote body br caption center col colgroup dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 head hr html input
  legend li ol optgroup option p pre select table tbody td textarea tfoot th thead tr ul`.split(/\s+/),
)

/** Where a reader sees no text: no style hides it. */
const unread = /<(script|style|head|template|textarea)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<wbr\/?>/g

/** Two texts with nothing but tags of the line between them. */
const touching = /([^<>]+)((?:<[^>]*>)+)(?=([^<>]+))/g

/** Words that only styles set apart, as 'Sweden|Tue 6th': texts of two elements in one line, without a space between them. */
export function findTouchingWords(html: string): string[] {
  const found = [...html.replace(unread, '').matchAll(touching)]
  return found.flatMap(([, before = '', tags = '', after = '']) =>
    !hasBlock(tags) && isTouching(toText(before), toText(after))
      ? [`${toText(before).slice(-30)}|${toText(after).slice(0, 30)}`]
      : [],
  )
}

function hasBlock(tags: string): boolean {
  const all = [...tags.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)]
  return all.some(
    ([, name = '', attributes = '']) => blocks.has(name) && !attributes.includes('type="hidden"'),
  )
}

/** Punctuation may touch the word that it belongs to, and a number its unit or ending. */
function isTouching(before: string, after: string): boolean {
  if (/[\s(“‘"'€#/–@]$/.test(before) || /^[\s)”’"'.,;:!?%/–]/.test(after)) return false
  return !(/\d$/.test(before) && /^(M|st|nd|rd|th)$/.test(after))
}

/** Controls without a word in them: a picture or an `aria-label` is all they have. */
export function findWordlessControls(html: string): string[] {
  const controls = html.matchAll(/<(a|button|summary)(\s[^>]*)?>([\s\S]*?)<\/\1>/g)
  return [...controls]
    .filter(([, , , inside = '']) => !/[\p{L}\p{N}]/u.test(inside.replace(/<[^>]*>/g, '')))
    .map(([, , attributes = '']) => attributes)
}

/** Buttons and fields that belong to a form by the attribute `form`, or to none: text browsers do nothing with them. */
export function findStrayControls(html: string): string[] {
  const outside = html.replace(/<form\b[\s\S]*?<\/form>/g, '')
  return [
    ...html.matchAll(/<(?:button|input|select|textarea)\s[^>]*\sform="[^>]*>/g),
    ...outside.matchAll(/<(?:button|input|select|textarea)\b(?![^>]*type="button")[^>]*>/g),
  ].map(([tag]) => tag)
}

function toText(text: string): string {
  return text
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
}
