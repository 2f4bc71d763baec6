import type { Page } from 'playwright/test'

/** What a translator puts into its `<font><font>`: a text node of its own, or the page's, moved. */
export type TranslatorKind = 'replaces text' | 'moves text'

/**
 * Lets a page be translated from now on, its later documents included, as Chrome and Edge do it: each text node, one that script
 * adds too, is wrapped in `<font><font>`. The words stay, so that pages can be compared.
 */
export async function translatePages(page: Page, kind: TranslatorKind, start: 'hydrated' | 'parsed') {
  await page.addInitScript(translateDocument, { isMoved: kind === 'moves text', start })
}

/** Translates the document that is open, from now on. */
export async function translatePage(page: Page, kind: TranslatorKind): Promise<void> {
  await page.evaluate(translateDocument, { isMoved: kind === 'moves text', start: 'now' })
}

/** In the page. Extensions have prototypes of their own, so it uses none that the page could change. */
function translateDocument({ isMoved, start }: { isMoved: boolean; start: string }): void {
  const { replaceWith } = Text.prototype
  function wrapAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node instanceof Text && isTranslated(node)) found.push(node)
    for (const text of found) wrap(text)
  }
  function isTranslated(text: Text): boolean {
    return (
      text.data.trim() !== '' && !text.parentElement?.closest('script, style, textarea, title, svg, font')
    )
  }
  function wrap(text: Text): void {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    outer.append(inner)
    replaceWith.call(text, outer)
    inner.append(isMoved ? text : new Text(text.data))
  }
  function begin(): void {
    wrapAll(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) wrapAll(node)
    }).observe(document.body, { childList: true, subtree: true })
  }
  if (start === 'now') begin()
  else if (start === 'parsed') document.addEventListener('DOMContentLoaded', begin)
}
