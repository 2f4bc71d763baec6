import axe from 'axe-core'
import type { Page } from 'playwright/test'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** What is looked for on every page, whatever it shows. All answers are lists of complaints: empty is good. */

/**
 * Only what is wrong is told node by node: that of everything right is what takes long. Nothing is fetched: sheets and sounds are
 * for rules about turned screens and sound, of which there is none here.
 */
const options = {
  resultTypes: ['violations' as const],
  rules: { 'target-size': { enabled: true } },
  preload: false,
  // Those of others are not there in a test.
  iframes: false,
}

/**
 * Everything axe knows, best practices and the target size of WCAG 2.2 included; not only what is serious. Only complaints leave
 * the page: to hand all of its findings over takes as long as to find them.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { complaints, passes } = await page.evaluate(async (wished) => {
    const { violations, passes } = await window.axe.run(document, wished)
    const complaints = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
    return { complaints, passes: passes.length }
  }, options)
  expect(passes).toBeGreaterThan(5)
  return complaints
}

/** What is wider than its own box: the page, the dialog that scrolls, a name beside its buttons or its share. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page
    .locator('html, dialog, dialog .dlg-c, .sched li > *, .six b')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName}.${box.className} is ${box.scrollWidth} wide`),
    )
}

/** Lazy images too: each is asked for first. */
export async function findBrokenImages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    return [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)
  })
}

/** Language, title, one h1, no skipped level, one main that the skip link leads to, and a name on every nav. */
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
    if (!document.body.firstElementChild?.matches('a.skip[href="#main"]')) faults.push('skip link not first')
    for (const kind of ['body > header', 'body > footer'])
      if (all(kind).length !== 1) faults.push(`not one ${kind}`)
    const navs = all('nav').map((nav) => nav.getAttribute('aria-label') ?? '')
    if (navs.includes('') || new Set(navs).size < navs.length) faults.push(`navs named ${navs}`)
    return faults
  })
}

/** Ids are unique, what points at one finds it, each error belongs to a control that says so, news is announced. */
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
    const described = (element: Element) => element.getAttribute('aria-describedby')?.split(' ') ?? []
    const invalid = all('[aria-invalid="true"], button:disabled')
    for (const control of invalid)
      if (
        control.matches(':not(button)') &&
        !described(control).some((id) => document.getElementById(id)?.matches('.err'))
      )
        faults.push(`${control.id} is invalid and does not say why`)
    for (const error of all('.err'))
      if (!invalid.some((control) => described(control).includes(error.id)))
        faults.push(`'${error.textContent}' belongs to no control`)
    for (const toast of all('.toast:not([role="status"], [role="alert"])'))
      faults.push(`'${toast.textContent}' is not announced`)
    for (const button of all('button:disabled:not([aria-describedby])'))
      if (!button.closest('[inert]') && !button.getAttribute('aria-label')?.startsWith('Move '))
        faults.push(`'${button.textContent || button.ariaLabel}' is disabled without a reason`)
    return faults
  })
}

/** What can be pressed is 44 px high and wide (DESIGN 9), a tick box 24; a link inside a sentence is as its text. */
export async function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' && element.matches('a, button, .prose *')
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'))
      .filter((each) => !isInText(each) && !each.matches('input[type="checkbox"], .skip'))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(({ each, box }) => {
        const name = `${each.tagName}.${each.className} '${each.textContent?.trim() || each.ariaLabel}'`
        return `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`
      })
  })
}
