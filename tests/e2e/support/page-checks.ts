import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Checks of every page. Each returns a list of errors, empty when the page is good. */

/**
 * Only violations are reported node by node: reporting every passed node is what takes long. No preloading: style sheets and
 * media are only for rules about screen orientation and sound, which no page has.
 */
const options = {
  resultTypes: ['violations' as const],
  rules: {
    'target-size': { enabled: true },
    // WCAG 2.5.3: who says what they see presses it.
    'label-content-name-mismatch': { enabled: true },
  },
  preload: false,
  // Frames of other sites do not load in a test.
  iframes: false,
}

/**
 * All rules of axe at every level, with best practices and the target size of WCAG 2.2. Only violations leave the page:
 * transferring all results takes as long as the checks.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  await page.evaluate(releaseStickyBars)
  const { complaints, passes } = await page.evaluate(async (runOptions) => {
    const { violations, passes } = await window.axe.run(document, runOptions)
    const complaints = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
    return { complaints, passes: passes.length }
  }, options)
  expect(passes).toBeGreaterThan(5)
  return complaints
}

/**
 * In the page: a bar that sticks to the window covers a part of some button wherever one scrolls; it stays at its place. That
 * the cookie bar covers nothing that has the focus is a test of its own (consent.test.ts).
 */
function releaseStickyBars(): void {
  for (const box of document.querySelectorAll<HTMLElement>('main *, [aria-labelledby=cookies]'))
    if (['sticky', 'fixed'].includes(getComputedStyle(box).position)) box.style.position = 'static'
}

/** What must not scroll sideways: the page, and a dialog. */
export const scrollable = 'html, dialog, dialog > div'

/** Elements that overflow: what must not scroll, a name beside its buttons or its share. */
export async function findOverflow(
  page: Page,
  of = `${scrollable}, [data-items] li > *, [aria-labelledby=your-lineup] li b`,
): Promise<string[]> {
  return page
    .locator(of)
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName}.${box.className} is ${box.scrollWidth} wide`),
    )
}

/** Images that do not load, lazy ones included. */
export async function findBrokenImages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    return [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)
  })
}

/** Errors of language, title, the one h1, heading levels, the one main with its skip link, and names of navs. */
export async function findOutlineErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const isRead = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]')
    const all = (selector: string, root: ParentNode = document) => [...root.querySelectorAll(selector)]
    if (document.documentElement.lang !== 'en') faults.push('no language')
    if (!/^.+ – .+/.test(document.title)) faults.push(`title '${document.title}'`)
    const firsts = all('h1').filter(isRead)
    if (firsts.length !== 1) faults.push(`${firsts.length} h1`)
    const dialog = document.querySelector('dialog[open]')
    let level = dialog ? 1 : 0
    for (const heading of all('h1, h2, h3, h4, h5, h6', dialog ?? document).filter(isRead)) {
      const next = Number(heading.tagName.slice(1))
      if (next > level + 1) faults.push(`h${next} '${heading.textContent}' after h${level}`)
      level = next
    }
    if (all('main').length !== 1 || !document.querySelector('main#main')) faults.push('not one main')
    // A league's screen has nothing to skip; where its link is wrong, the page is like any other.
    const isScreen = location.pathname.startsWith('/screen/') && all('body > main.stage').length === 1
    if (!isScreen && !document.body.firstElementChild?.matches('a[href="#main"]'))
      faults.push('skip link not first')
    for (const kind of ['body > header', 'body > footer'])
      if (!isScreen && all(kind).length !== 1) faults.push(`not one ${kind}`)
    const navs = all('nav').map((nav) => nav.getAttribute('aria-label') ?? '')
    if (navs.includes('') || new Set(navs).size < navs.length) faults.push(`navs named ${navs}`)
    return faults
  })
}

/** Duplicate ids, references to missing ids, errors without their control, and toasts that are not announced. */
export async function findIdReferenceErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    const ids = all('[id]').map((element) => element.id)
    for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`two #${id}`)
    for (const name of ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for', 'form'])
      for (const element of all(`[${name}]`))
        for (const id of element.getAttribute(name)?.split(' ') ?? [])
          if (!ids.includes(id)) faults.push(`${name}="${id}" leads nowhere`)
    for (const element of all('[href^="#"]')) {
      const href = element.getAttribute('href') ?? ''
      if (!ids.includes(href.slice(1))) faults.push(`${href} leads nowhere`)
    }
    const described = (element: Element) => element.getAttribute('aria-describedby')?.split(' ') ?? []
    const invalid = all('[aria-invalid="true"], button:disabled')
    for (const control of invalid)
      if (
        control.matches(':not(button)') &&
        !described(control).some((id) => document.getElementById(id)?.matches('[data-error]'))
      )
        faults.push(`${control.id} is invalid and does not say why`)
    for (const error of all('[data-error]'))
      if (!invalid.some((control) => described(control).includes(error.id)))
        faults.push(`'${error.textContent}' belongs to no control`)
    for (const toast of all('[data-toast]:not([role="status"], [role="alert"])'))
      faults.push(`'${toast.textContent}' is not announced`)
    for (const button of all('button:disabled:not([aria-describedby])'))
      if (!button.closest('[inert]') && !button.textContent?.startsWith('Move '))
        faults.push(`'${button.textContent || button.ariaLabel}' is disabled without a reason`)
    return faults
  })
}

/** Controls below 44 × 44 px (DESIGN 9); checkboxes and links in a sentence may be smaller. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' && element.matches('a, button, .prose *')
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'))
      .filter((each) => !isInText(each) && !each.matches('input[type="checkbox"], [href="#main"]'))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(({ each, box }) => {
        const name = `${each.tagName}.${each.className} '${each.textContent?.trim() || each.ariaLabel}'`
        return `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`
      })
  })
}
