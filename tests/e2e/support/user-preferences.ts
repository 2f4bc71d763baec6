import type { Page } from 'playwright/test'

/** Checks of pages under the visitor's print, colour and text settings. Each returns a list of errors. */

/** Printed controls, and text that is too pale for white paper. */
export async function findPrintErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const controls = [
      ...document.querySelectorAll(
        'body > :is(header, footer, aside, section), nav, button:not([data-items] button), summary, select, [data-button]',
      ),
    ]
    const texts = [...document.querySelectorAll('body *')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    )
    return [
      ...controls.filter(isShown).map((each) => `${each.tagName}.${each.className} is on paper`),
      ...texts
        .filter((each) => isShown(each) && !each.closest('svg'))
        .filter((each) => 1.05 / (luminance(getComputedStyle(each).color) + 0.05) < 4.5)
        .map((each) => `'${each.textContent}' is ${getComputedStyle(each).color}`),
    ]
  })
}

/** Marks that only a background shows: forced colours drop backgrounds. */
export async function findMarksLostInForcedColors(page: Page, marks: readonly string[]): Promise<string[]> {
  return page.evaluate((selectors) => {
    const isMarked = (element: Element) => {
      const style = getComputedStyle(element)
      return [
        [style.borderTopStyle, style.borderTopWidth],
        [style.borderBottomStyle, style.borderBottomWidth],
        [style.outlineStyle, style.outlineWidth],
      ].some(([line, width]) => line !== 'none' && Number.parseFloat(width ?? '') >= 1)
    }
    return selectors.filter((selector) => {
      const [first] = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
      return !first || !isMarked(first)
    })
  }, marks)
}

/** Doubles the text size, or sets the text spacing of WCAG 1.4.12; a zoom is a narrow window. The site's CSP forbids a style tag. */
export async function setTextPreference(
  page: Page,
  preference: 'zoomed' | 'doubled' | 'spaced',
): Promise<void> {
  const sheets = {
    zoomed: '',
    doubled: 'html { font-size: 200% !important }',
    spaced: `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`,
  }
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, sheets[preference])
}

/** Text that its box cuts off. Summaries on cards are cut by design: the article's page has all of it. */
export async function findClippedText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, header *, footer *, body > section *')]
      .filter((box) => box instanceof HTMLElement && box.checkVisibility() && box.textContent?.trim())
      .filter((box) => ['hidden', 'clip'].includes(getComputedStyle(box).overflowX))
      .filter(
        (box) =>
          !box.matches('.sr-only, header a > span, [aria-labelledby=sign-up]') &&
          getComputedStyle(box).webkitLineClamp === 'none' &&
          !box.closest('[inert]'),
      )
      .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
      // A stage may clip its spotlights, but no text.
      .filter(
        (box) =>
          !box.matches('.stage') ||
          [...box.querySelectorAll('*')].some(
            (each) =>
              each instanceof HTMLElement &&
              each.checkVisibility() &&
              each.getBoundingClientRect().right > box.getBoundingClientRect().right + 1,
          ),
      )
      .map((box) => `${box.tagName}.${box.className} cuts '${box.textContent?.slice(0, 40)}'`),
  )
}
