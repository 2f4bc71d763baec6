import type { Locator, Page } from 'playwright/test'
import { expect } from 'vitest'

/** A hand that has a keyboard only, and eyes that follow the focus. */

/** What is wrong with the place of the focus: lost, without a ring, or covered (WCAG 2.4.7, 2.4.11); '' is good. */
export async function findFocusError(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return 'nothing has the focus'
    const name = `${at.tagName}.${at.className} '${at.ariaLabel ?? at.textContent?.slice(0, 40)}'`
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    // The button of a date's calendar is within its field, which is not focus-visible then.
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
    // Of what is higher than the window, a part is enough; what is round has no corners.
    const enough = box.height > innerHeight / 2 ? 3 : 11
    return seen.filter(Boolean).length >= enough ? '' : `${name} is covered: ${seen.map(Number).join('')}`
  })
}

/** Presses Tab (or Shift+Tab) until the target has the focus; at every stop the focus can be seen. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const wanted = await target.elementHandle()
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press(key)
    expect(await findFocusError(page)).toBe('')
    if (await page.evaluate((element) => element === document.activeElement, wanted)) return
  }
  throw new Error(`${key} does not lead to ${target}`)
}

/** Walks to the target and presses it. */
export async function tabToAndPress(
  page: Page,
  target: Locator,
  { walk = 'Tab', key = 'Enter' } = {},
): Promise<void> {
  await tabTo(page, target, walk)
  await page.keyboard.press(key)
}

/** What is wrong on the way from the first to the last stop of a page. */
export async function findTabOrderErrors(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (let stops = 0; stops < 400; stops += 1) {
    await page.keyboard.press('Tab')
    const fault = await findFocusError(page)
    if (fault === 'nothing has the focus' && stops > 5) return faults
    if (fault !== '') faults.push(fault)
  }
  return [...faults, 'the walk does not end']
}
