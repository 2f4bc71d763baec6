import type { Locator, Page } from 'playwright/test'
import { expect } from 'vitest'

/** The error of the current focus: lost, without a ring, or covered (WCAG 2.4.7, 2.4.11); '' when it is visible. */
export async function findFocusError(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing has the focus'
    const name = `${at.tagName}.${at.className} '${at.ariaLabel ?? at.textContent?.slice(0, 40)}'`
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    // When its calendar button has the focus, a date field does not match :focus-visible.
    if (!at.matches(':focus-visible, [type="date"]')) return `${name} is not focus-visible`
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return `${name} has no ring`
    const [box] = at.getClientRects()
    if (!box) return `${name} has no place`
    const seen = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((down) =>
      [0.1, 0.5, 0.9].map((across) => {
        const hit = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down)
        return hit !== null && (at.contains(hit) || hit.closest('label')?.control === at)
      }),
    )
    // A part is enough of an element that is higher than the window; round elements have no corners.
    const enough = box.height > innerHeight / 2 ? 3 : 11
    return seen.filter(Boolean).length >= enough ? '' : `${name} is covered: ${seen.map(Number).join('')}`
  })
}

/** Presses Tab (or Shift+Tab) until the target has the focus, and checks the focus at every stop. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  // Before its styles arrive a page is parsed, but not shown.
  await page.waitForLoadState()
  const element = await target.elementHandle()
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press(key)
    expect(await findFocusError(page)).toBe('')
    if (await page.evaluate((node) => node === document.activeElement, element)) return
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/** Moves the focus to the target and activates it. */
export async function tabToAndPress(
  page: Page,
  target: Locator,
  { walk = 'Tab', key = 'Enter' } = {},
): Promise<void> {
  await tabTo(page, target, walk)
  await page.keyboard.press(key)
}

/** The focus errors of all tab stops of a page. */
export async function findTabOrderErrors(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press('Tab')
    const fault = await findFocusError(page)
    if (fault === 'nothing has the focus' && stops > 5) return faults
    if (fault !== '') faults.push(fault)
  }
  return [...faults, 'the tab order does not end']
}
