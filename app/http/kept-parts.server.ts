import { randomBytes } from 'node:crypto'

/** Some 5 MB. */
const mostKept = 8_000

/**
 * HTML of parts of pages, by what they were drawn from. While a page is drawn, marks stand for its parts; `finish` puts
 * what is kept in their places and keeps what was drawn between two. A visitor's text cannot hold a mark: React escapes
 * it, and nobody outside this process knows the mark's name.
 */
function openKeptParts() {
  const secret = randomBytes(12).toString('hex')
  const tag = `kept-${secret}`
  const keptMarks = new RegExp(`<${tag} n="(\\d+)"></${tag}>`, 'g')
  const drawnParts = new RegExp(`<${tag} b="(\\d+)"></${tag}>([^]*?)<${tag} e="\\1"></${tag}>`, 'g')
  const kept = new Map<string, string>()

  function keep(key: string, html: string): string {
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, html)
    return html
  }

  return {
    /** Stands for the page's nonce until it is whole. */
    nonce: `nonce-${secret}`,

    /** For one drawing of one page. */
    begin() {
      const keys: string[] = []
      const found: (string | undefined)[] = []
      return {
        tag,
        find(key: string) {
          const html = kept.get(key)
          found.push(html)
          return { n: keys.push(key) - 1, isKept: html !== undefined }
        },
        /** The whole page. */
        finish: (html: string) =>
          html
            .replace(keptMarks, (_, n) => found[n] ?? '')
            .replace(drawnParts, (_, n, part) => keep(keys[n] ?? '', part)),
      }
    },

    /** Draws everything anew from here on. */
    forget: () => kept.clear(),
  }
}

/** Those of this process. */
export const keptParts = openKeptParts()
